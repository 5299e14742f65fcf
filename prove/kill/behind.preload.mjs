// Loaded before everything else in each thread of a process. Sets `Date` back by the milliseconds
// that a file currently contains.
import { existsSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 20;
const file = process.env.PROVE_CLOCK_FILE;
const TrueDate = Date;
let behindMs = readBehind();

globalThis.Date = class extends TrueDate {
  constructor(...given) {
    super(...(given.length === 0 ? [TrueDate.now() - behindMs] : given));
  }

  static now() {
    return TrueDate.now() - behindMs;
  }
};
setInterval(() => (behindMs = readBehind()), LOOK_EVERY_MS).unref();

function readBehind() {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}
