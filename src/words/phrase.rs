//! What can be said, and what differs in it.

/// Writes each phrase once: as a variant, and in the count of them.
macro_rules! phrases {
    ($($(#[$doc:meta])* $phrase:ident,)*) => {
        /// Something that can be said.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Phrase {
            $($(#[$doc])* $phrase,)*
        }

        impl Phrase {
            /// Every phrase, in order.
            pub(super) const ALL: &[Self] = &[$(Self::$phrase),*];
        }
    };
}

phrases! {
    /// The player, by name.
    White,
    Black,
    /// The player's colour, before or after a stick or a bridge of theirs.
    WhiteThing,
    BlackThing,
    /// Between the last two of a list.
    And,
    /// Between two sentences.
    Pause,

    // Why something is refused.
    GameOver,
    NoHandicapAgreed,
    /// Player.
    HandicapAllPlaced,
    /// Player.
    HandicapNotTheirs,
    /// Line, colour.
    ConnectionOccupied,
    /// Player.
    HandicapFirstOne,
    /// Player, how many.
    HandicapFirst,
    /// Player.
    NotYourTurn,
    AlreadyDiscarded,
    /// Island.
    OpponentControlsOne,
    /// Islands.
    OpponentControls,
    /// Player, how many.
    NoBridgeInSupply,
    /// Card, line.
    CardDoesNotFit,
    /// Card.
    CardNotHeld,
    /// Cards in hand.
    MoreCardsThanThereAre,
    /// Cards in hand.
    NotEnoughCardsOne,
    /// Cards in hand, cards needed.
    NotEnoughCards,
    /// How many, islands.
    ImpossibleCards,
    /// Line.
    NoBridgeThere,
    /// Line.
    OwnBridge,
    /// Line.
    ReplaceElsewhere,
    NothingToReplace,
    DiscardPlayed,
    /// Cards of a full hand, cards in hand.
    DiscardFewerThanFive,
    DiscardNothingToDraw,
    NothingToDraw,
    /// Cards of a full hand.
    HandFull,
    /// Card.
    NotFaceUp,
    /// Card.
    NotInPile,
    /// Card.
    NothingToReveal,
    RevealMissing,
    OpponentPassed,
    Discarded,
    /// Cards of a full hand, cards in hand.
    PassFewerThanFive,
    /// Line.
    LiftFirst,
    /// Line, colour.
    PutBackFirst,

    // What is to be done next.
    /// Line.
    AskOwner,
    /// Line.
    AskLift,
    /// Line, colour.
    AskPlace,

    // What happened.
    /// What was agreed.
    Started,
    Ready,
    /// What a player did.
    Undone,
    NothingToUndo,
    /// Line.
    Corrected,
    /// Line.
    OwnerWithdrawn,
    /// Line.
    Disbelieved,
    /// Line.
    Believed,
    /// Line.
    Chatters,
    /// What is agreed so far.
    Menu,
    /// Player, other player.
    MenuAgrees,
    MenuBegins,
    MenuLeft,
    /// Number, how many, what a player did.
    Review,
    ReviewStart,
    ReviewLeft,
    Ignored,

    // What was agreed.
    Calm,
    Open,
    /// How many, player.
    HandicapOf,
    /// Player.
    FirstTurn,

    // What a player does.
    /// Player, line.
    DeedHandicap,
    /// Player, line.
    DeedPlace,
    /// Player, line, other player's colour.
    DeedRemove,
    /// Player, line.
    DeedReplace,
    /// Player.
    DeedDiscardOne,
    /// Player, how many.
    DeedDiscard,
    /// Player.
    DeedDraw,
    /// Player.
    DeedPass,

    // What comes of it.
    /// Player, islands.
    Gained,
    /// Player, line.
    ReturnedOne,
    /// Player, lines.
    Returned,
    /// Player, islands.
    Lost,
    /// Round, white's islands, black's islands.
    Scored,
    NoPoint,
    /// Player.
    OnePoint,
    /// Player, how many.
    Points,
    Over,
    Tied,
    /// Player, how.
    Wins,
    ByPoints,
    ByThirdScoring,
    ByBridges,
    ByNoBridgeLeft,
    /// White's points, black's points.
    Total,

    // Why a line from the computer is not done, and what to do about it.
    /// How many bytes.
    Overlong,
    NotText,
    /// Word.
    UnknownCommand,
    /// Word.
    FoundWord,
    FoundEnd,
    /// How a command is said.
    SayUsage,
    NoGameKept,
    OnlyGameZero,
    /// Number of the oldest game.
    NoSuchGame,
    NoGame,
    NotHeld,
    NoSelfTest,
    Changed,
    ExpectedEndOfLine,
    /// How many bytes.
    ExpectedId,
    ExpectedRecordNumber,
    ExpectedLanguage,
    ExpectedSetting,
    ExpectedOnce,
    ExpectedEdition,
    ExpectedVariant,
    ExpectedPlayer,
    ExpectedHandicap,
    ExpectedAction,
    ExpectedConnection,
    /// Island, other island, islands that are joined to the first.
    ExpectedLine,
    ExpectedCardCount,
    ExpectedProof,
    ExpectedNoCards,

    // What a command does.
    DoesHello,
    DoesHelp,
    DoesState,
    DoesRecord,
    DoesGames,
    DoesNew,
    DoesUndo,
    DoesPlay,
    DoesLang,
    DoesSelfTest,
    DoesPalette,
    DoesBootSel,

    // What the board says of itself.
    BootSel,
    Kept,
    NotKept,
    Unreadable,
    LinesLost,

    // A self-test: what came of it.
    /// Contact.
    ContactGood,
    LampsGood,
    TestPassed,
    TestPassedLearnt,
    OneFault,
    /// How many.
    Faults,
    RestUntested,
    Learnt,
    InOrder,
    Forgotten,
    NotNoted,
    EndedPassed,
    EndedFailed,
    EndedLeft,
    NoTest,
    // What it wants done.
    Release,
    PressReferee,
    /// Button.
    PressInstead,
    Walk,
    AskLights,
    /// Island or player.
    AskLamp,
    /// What is printed at the button.
    AskAnswer,
    EmptyWait,
    /// Contacts.
    LiftAll,
    /// Line.
    PutStick,
    /// Line.
    PutStickAgain,
    /// Line.
    LiftStick,
    /// Button.
    PressButton,
    /// Button.
    PressButtonAgain,
    /// Button.
    LetGo,
    Offer,
    TestDone,
    // What it found, and what to do about it.
    /// Island or player, another.
    LampsExchanged,
    /// Island or player.
    LampMisplaced,
    /// Island or player.
    LampMissing,
    /// Island or player.
    LampDark,
    /// Contact.
    Stuck,
    /// Contact, contact.
    Swapped,
    OrLearn,
    /// Contact, contact.
    SwappedLearnt,
    /// Contact, contact.
    Double,
    /// Contact.
    Reversed,
    /// Contact.
    Bridged,
    /// Line.
    Dead,
    /// Button.
    DeadButton,
    // What its contacts are called.
    Draw,
    Pass,
    Discard,
    /// Player, what is printed at the button.
    ButtonOf,
    RefereeButton,
}
