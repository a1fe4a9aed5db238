// Whose lines this browser does not show. Nobody is told of it, least of all whose they are.

import { recall, remember } from "./memory.js";

/** More names are not kept: the oldest go. */
const MOST = 200;

/** @returns {string[]} */
function names() {
  try {
    const kept = JSON.parse(recall("hushed") ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** @param {string} name */
export function isHushed(name) {
  return names().includes(name);
}

/**
 * Hides what somebody says, or shows it again.
 * @param {string} name
 * @param {boolean} on
 */
export function hush(name, on) {
  const others = names().filter((each) => each !== name);
  remember("hushed", JSON.stringify(on ? [...others, name].slice(-MOST) : others));
}
