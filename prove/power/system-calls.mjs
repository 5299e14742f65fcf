import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Calls that change files, folders or their state on the disk, and calls that send answers. */
const TRACED = [
  'openat',
  'mkdir',
  'rename',
  'unlink',
  'rmdir',
  'link',
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'ftruncate',
  'fallocate',
  'lseek',
  'fsync',
  'fdatasync',
  'sync_file_range',
];
/** Maximum bytes of a string in the trace, more than any call writes. */
const LONGEST_STRING = 16 * 1024 * 1024;

const WHOLE = /^(?<thread>\d+) +(?<name>\w+)\((?<args>.*)\) += (?<result>.*)$/;
const BEGUN = /^(?<thread>\d+) +(?<name>\w+)\((?<args>.*) <unfinished \.\.\.>$/;
const ENDED = /^(?<thread>\d+) +<\.\.\. \w+ resumed>(?<args>.*)\) += (?<result>.*)$/;
/**
 * Lines without an effect: a call whose thread ended before it returned, a call without a result,
 * and lines that are no calls.
 */
const NO_CALL = /^\d+ +(?:\+\+\+|---|<\.\.\. |\w+\(.*\) += \?)/;

/** @typedef {{ name: string, args: readonly string[], result?: string }} SystemCall as strace prints it, all text in hex; a result of `-1 …` is a failure */

/**
 * Returns the command that runs a program and traces it into `file`. The program stays the child of
 * the caller (`-D`).
 */
export function tracedInto(strace, file) {
  const format = ['-f', '-y', '-xx', '-s', String(LONGEST_STRING)];
  return [strace, '-D', ...format, '--seccomp-bpf', '-o', file, '-e', `trace=${TRACED.join()}`];
}

/**
 * Yields the calls of a trace in the order in which they began and ended. Each call comes twice,
 * the second time with its result.
 *
 * @returns {AsyncGenerator<{ call: SystemCall, hasEnded: boolean }>} the same object both times
 */
export async function* readSystemCalls(file) {
  const open = new Map();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const whole = WHOLE.exec(line)?.groups;
    const begun = whole ?? BEGUN.exec(line)?.groups;
    if (begun) {
      const call = { name: begun.name, args: begun.args.split(', ') };
      yield { call, hasEnded: false };
      if (!whole) open.set(begun.thread, call);
      else yield { call: Object.assign(call, { result: whole.result }), hasEnded: true };
      continue;
    }
    const ended = ENDED.exec(line)?.groups;
    const call = ended && open.get(ended.thread);
    if (!call) {
      if (NO_CALL.test(line)) continue;
      throw new Error(`Not a line of a trace: ${line.slice(0, 200)}`);
    }
    open.delete(ended.thread);
    yield { call: Object.assign(call, { result: ended.result }), hasEnded: true };
  }
}

export function toBytes(argument) {
  const hex = /["<](?<hex>(?:\\x[\da-f]{2})*)[">]/.exec(argument)?.groups.hex;
  return hex === undefined ? undefined : Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}

/** Returns the path of a file in an argument or a result, or undefined when it has none. */
export function toPath(argument) {
  return toBytes(argument)?.toString('utf8');
}
