import { isConnection, isIsland, type Connection, type Island } from "../map.js";
import { PLAYERS, type ByPlayer, type Player } from "../protocol.js";

/** What every message is read with: each takes a value and where it stands, and gives it a type or throws. */

/** A line that claims to be a message and is not. */
export class DecodeError extends Error {}

export type Fields = Readonly<Record<string, unknown>>;
export type Reader<T> = (value: unknown, at: string) => T;

export const fail = (at: string, wanted: string): never => {
  throw new DecodeError(`${at}: expected ${wanted}`);
};

export const fields: Reader<Fields> = (value, at) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : fail(at, "an object");
export const text: Reader<string> = (value, at) => (typeof value === "string" ? value : fail(at, "text"));
export const count: Reader<number> = (value, at) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : fail(at, "a count");
export const truth: Reader<boolean> = (value, at) => (typeof value === "boolean" ? value : fail(at, "true or false"));
export const connection: Reader<Connection> = (value, at) => {
  const name = text(value, at);
  return isConnection(name) ? name : fail(at, "a connection");
};
export const island: Reader<Island> = (value, at) => {
  const name = text(value, at);
  return isIsland(name) ? name : fail(at, "an island");
};
export const oneOf =
  <const T extends string>(words: readonly T[]): Reader<T> =>
  (value, at) =>
    words.find((word) => word === value) ?? fail(at, words.join(" or "));
export const list =
  <T>(read: Reader<T>): Reader<readonly T[]> =>
  (value, at) =>
    Array.isArray(value) ? value.map((item: unknown, index) => read(item, `${at}[${index}]`)) : fail(at, "a list");
export const maybe =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value, at) =>
    value === null || value === undefined ? null : read(value, at);
export const byPlayer =
  <T>(read: Reader<T>): Reader<ByPlayer<T>> =>
  (value, at) => {
    const both = fields(value, at);
    return { white: read(both["white"], `${at}.white`), black: read(both["black"], `${at}.black`) };
  };

export const player: Reader<Player> = oneOf(PLAYERS);
