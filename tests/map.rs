//! The geometry that builders and the page use has the rules' islands and connections.

use kahuna_board::map::{Connection, Island};
use kahuna_boards::Contact;
use kahuna_boards::map::map;

#[test]
fn the_measured_map_has_the_rules_islands_and_connections() {
    for (island, measured) in Island::ALL.into_iter().zip(&map().islands) {
        assert_eq!((measured.name.as_str(), measured.lines), (island.name(), island.connections().len()));
    }
    assert_eq!(map().islands.len(), Island::COUNT);
    let names: Vec<_> = map().connections.iter().map(kahuna_boards::map::Connection::name).collect();
    assert_eq!(names, Connection::all().map(|connection| connection.to_string()).collect::<Vec<_>>());
}

#[test]
fn contacts_are_numbered_like_the_connections() {
    for (contact, connection) in Contact::all().zip(Connection::all()) {
        assert_eq!((contact.index(), contact.name()), (connection.index(), connection.to_string().as_str()));
    }
}
