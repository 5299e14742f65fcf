import { fileURLToPath } from 'node:url';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { readCompiled } from './load.mjs';

const INLINE_MAP = /sourceMappingURL=data:[^,]*base64,(?<map>\S+)/;

const maps = new Map();

/**
 * Makes the stacks of errors name the lines of sources that `loadShared` compiled. Jest sets its
 * own formatter before each spec file, and knows the modules in realms alone.
 */
export function formatStacksBySource() {
  const format = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, frames) => format(error, frames.map(toSourceFrame));
}

function toSourceFrame(frame) {
  const map = findMap(frame.getFileName());
  const place = { line: frame.getLineNumber(), column: frame.getColumnNumber() - 1 };
  const { line, column } = map ? originalPositionFor(map, place) : {};
  if (!line) return frame;
  const mapped = { getLineNumber: () => line, getColumnNumber: () => column + 1 };
  // The methods of a frame accept the frame itself alone.
  return new Proxy(frame, { get: (_, name) => mapped[name] ?? frame[name].bind(frame) });
}

function findMap(url) {
  if (!url?.startsWith('file:')) return undefined;
  if (!maps.has(url)) maps.set(url, readMap(fileURLToPath(url)));
  return maps.get(url);
}

function readMap(path) {
  const { map } = INLINE_MAP.exec(readCompiled(path) ?? '')?.groups ?? {};
  return map && new TraceMap(Buffer.from(map, 'base64').toString());
}
