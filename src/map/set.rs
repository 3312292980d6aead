use super::{Connection, Island};

/// A set as bits, one for the index of each of its members. Islands and connections are in alphabetical order.
macro_rules! set_of {
    ($(#[$doc:meta])* $name:ident of $item:ident in $bits:ty, $iter:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $name($bits);

        impl $name {
            /// The set without a member.
            pub const EMPTY: Self = Self(0);
            /// The set of all.
            pub const ALL: Self = Self((1 << $item::COUNT) - 1);

            /// The set whose bits are set, lowest first in their order; bits that mean nothing are dropped.
            pub const fn from_bits(bits: $bits) -> Self {
                Self(bits & Self::ALL.0)
            }

            /// One bit for each member, lowest first in their order.
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// How many members it has.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether it has no member.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether it has this member.
            pub const fn contains(self, item: $item) -> bool {
                self.0 & (1 << item.index()) != 0
            }

            /// The set with one more member.
            #[must_use]
            pub const fn with(self, item: $item) -> Self {
                Self(self.0 | 1 << item.index())
            }

            /// The set with one member fewer.
            #[must_use]
            pub const fn without(self, item: $item) -> Self {
                Self(self.0 & !(1 << item.index()))
            }

            /// Whether every member of it is in the other.
            pub const fn is_subset(self, of: Self) -> bool {
                self.0 & !of.0 == 0
            }

            /// The first member.
            pub fn first(self) -> Option<$item> {
                $item::from_index(self.0.trailing_zeros() as usize)
            }

            /// The members, in their order.
            pub const fn iter(self) -> $iter {
                $iter(self)
            }
        }

        #[doc = concat!("The members of a [`", stringify!($name), "`], in their order.")]
        #[derive(Clone, Debug)]
        pub struct $iter($name);

        impl Iterator for $iter {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                let item = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(item)
            }
        }

        impl IntoIterator for $name {
            type Item = $item;
            type IntoIter = $iter;

            fn into_iter(self) -> $iter {
                self.iter()
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        impl From<$item> for $name {
            fn from(item: $item) -> Self {
                Self::EMPTY.with(item)
            }
        }

        impl core::ops::BitOr for $name {
            type Output = Self;
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl core::ops::BitAnd for $name {
            type Output = Self;
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl core::ops::BitXor for $name {
            type Output = Self;
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        impl core::ops::Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeSeq;
                let mut members = serializer.serialize_seq(Some(self.len()))?;
                for item in self.iter() {
                    members.serialize_element(&item)?;
                }
                members.end()
            }
        }
    };
}
pub(crate) use set_of;

set_of! {
    /// A set of islands. Bits from [`Island::COUNT`] up are never set.
    IslandSet of Island in u16, Islands
}

set_of! {
    /// A set of connections. Bits from [`Connection::COUNT`] up are never set.
    ConnectionSet of Connection in u32, Connections
}
