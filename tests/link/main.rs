//! The link, from outside: what goes in, what comes out, and what the documentation says of both.

mod board;
mod commands;
mod documented;
mod every;
mod games;
mod hostile;
mod sentences;
