/**
 * Builds events as SDKs send them, from short texts. The outermost call comes first, as SDKs send
 * frames. Each frame has its own line number, so that two events of a pair never share lines.
 *
 * A frame's text begins with `~` when the SDK marks the frame as a library's, and with `?` when the
 * SDK sends no mark.
 */
export type Sent = Readonly<Record<string, unknown>>;
export type FrameText = string | Sent;

let lines = 0;

/**
 * `call@~/file.js:1:900 | code`, where `~` is a host, and line, column and code may be left out.
 */
function jsFrame(text: string): Sent {
  const [head, code] = split(text, ' | ');
  const [name, place = ''] = split(head, '@');
  const address = place.replace(/^~/, 'https://shop.example');
  const [, path = address, line, column] = /^(.*?):(\d+):(\d+)$/.exec(address) ?? [];
  const at = line === undefined ? {} : { lineno: Number(line), colno: Number(column) };
  return { ...named(name), filename: path, abs_path: path, ...at, ...withCode(code) };
}

/** `shop.cart.total | code`. */
function pyFrame(text: string): Sent {
  const [head, code] = split(text, ' | ');
  const [module, name] = splitLast(head, '.');
  const filename = `${module.replaceAll('.', '/')}.py`;
  return {
    module,
    function: name,
    filename,
    abs_path: `/srv/app/${filename}`,
    ...withCode(code ?? `${name}()`),
  };
}

/** `com.acme.Cart.total`. */
function jvmFrame(text: string): Sent {
  const [module, name] = splitLast(text, '.');
  return { module, function: name, filename: `${module.split(/[.$]/).at(-1)}.java` };
}

/** `Shop.Cart.Total`, or `Shop.Cart#Total` where the name has dots. */
function dotnetFrame(text: string): Sent {
  const [module, name] = text.includes('#') ? split(text, '#') : splitLast(text, '.');
  return { module, function: name, package: 'Shop, Version=1.0.0.0' };
}

/** `example.org/shop/cart#(*Cart).Total @ /path/cart.go | code`. */
function goFrame(text: string): Sent {
  const [head, code] = split(text, ' | ');
  const [call, path] = split(head, ' @ ');
  const [module, name] = split(call, '#');
  const file = path ?? `/srv/app/${module.split('/').at(-1)}/${module.split('/').at(-1)}.go`;
  return { module, function: name, abs_path: file, ...withCode(code) };
}

/** `shop::cart::total @ /path/cart.rs`. */
function rustFrame(text: string): Sent {
  const [call, path] = split(text, ' @ ');
  return { function: call, filename: 'main.rs', abs_path: path ?? '/srv/app/src/main.rs' };
}

/** `call @ path | code`, for PHP, Ruby, Elixir and Dart. */
function fileFrame(text: string): Sent {
  const [head, code] = split(text, ' | ');
  const [call, path] = split(head, ' @ ');
  return { ...named(call), filename: path, abs_path: path, ...withCode(code) };
}

/** `pay::charge(int) @ /usr/bin/shop`: a call and its image. */
function nativeFrame(text: string): Sent {
  const [call, image] = split(text, ' @ ');
  lines += 16;
  return { ...named(call), package: image ?? '/opt/shop/shop', instruction_addr: hex(lines) };
}

const framers: Readonly<Record<string, (text: string) => Sent>> = {
  javascript: jsFrame,
  node: jsFrame,
  python: pyFrame,
  java: jvmFrame,
  csharp: dotnetFrame,
  go: goFrame,
  rust: rustFrame,
  php: fileFrame,
  ruby: fileFrame,
  elixir: fileFrame,
  dart: fileFrame,
  native: nativeFrame,
  cocoa: nativeFrame,
};

export function toStack(platform: string, frames: readonly FrameText[]): Sent {
  return { frames: frames.map((frame) => toFrame(platform, frame)) };
}

function toFrame(platform: string, frame: FrameText): Sent {
  if (typeof frame !== 'string') return frame;
  lines += 1;
  const mark = /^[~?]/.exec(frame)?.[0];
  const whose = mark === '?' ? {} : { in_app: mark === undefined };
  return { lineno: lines, ...framers[platform]!(frame.slice(mark?.length ?? 0)), ...whose };
}

export interface Raised extends Sent {
  readonly type?: string;
  readonly value?: unknown;
  readonly frames?: readonly FrameText[];
}

export type Sender = (
  type: string,
  value: string,
  frames?: readonly FrameText[],
  more?: Sent,
) => Sent;

const sdks: Readonly<Record<string, string>> = { rust: 'sentry.rust', cocoa: 'sentry.cocoa' };

/** The last of `raised` is the exception that surfaced. */
export function raise(platform: string, raised: readonly Raised[], more: Sent = {}): Sent {
  const values = raised.map(({ frames, ...rest }) => ({
    ...rest,
    ...(frames === undefined ? {} : { stacktrace: toStack(platform, frames) }),
  }));
  return { ...toBase(platform), exception: { values }, ...more };
}

export function senderOf(platform: string): Sender {
  return (type, value, frames, { mechanism, module, ...more } = {}) => {
    const traits = { ...(mechanism ? { mechanism } : {}), ...(module ? { module } : {}) };
    return raise(platform, [{ type, value, ...traits, ...(frames ? { frames } : {}) }], more);
  };
}

/**
 * Returns a maker for `pairsOf` that reads `KeyError: 'a' → caller → call`: type, value and frames.
 * ` ⇒ ` stands between an error and the error that it caused. All parts are frames where `head` gives
 * type and value.
 */
export function raisedBy(platform: string, head?: string) {
  return (...parts: string[]): Sent => {
    const chain = (head === undefined ? parts : [head, ...parts]).join(' → ').split(' ⇒ ');
    return raise(platform, chain.map(readRaised));
  };
}

function readRaised(text: string): Raised {
  const [head = '', ...frames] = text.split(' → ');
  const [type, value = ''] = split(head, ': ');
  return { type, value, frames: frames.length === 0 ? undefined : frames };
}

/** Returns the text of a recursion: its first `depth` calls, which repeat `calls`. */
export function recursion(depth: number, ...calls: readonly string[]): string {
  return Array.from({ length: depth }, (_, at) => calls[at % calls.length]).join(' → ');
}

export function say(platform: string, message: unknown, more: Sent = {}): Sent {
  return { ...toBase(platform), message, ...more };
}

/** Says a template of a logger, and its text with `params` in the places of `%s` and `{…}`. */
export function log(template: string, params: readonly string[], formatted?: string): Sent {
  const values = params.values();
  const filled = template.replaceAll(/%s|\{\w*\}/g, (place) => values.next().value ?? place);
  return say('python', undefined, {
    logentry: { message: template, params, formatted: formatted ?? filled },
    logger: 'shop.orders',
  });
}

export function sayAt(platform: string, message: unknown, frames: readonly FrameText[]): Sent {
  const thread = { id: 1, current: true, crashed: false, stacktrace: toStack(platform, frames) };
  return say(platform, message, { threads: { values: [thread] } });
}

/** Nodes are in the order in which SDKs send them: `[id, parent, source, exception]`. */
export function tree(
  platform: string,
  nodes: readonly (readonly [id: number, parent: number | undefined, source: string, Raised])[],
  more: Sent = {},
): Sent {
  const groups = new Set(
    nodes.filter(([, , source]) => /\[\d+\]$/.test(source)).map(([, parent]) => parent),
  );
  const raised = nodes.map(([id, parent, source, exception]) => ({
    ...exception,
    mechanism: {
      type: parent === undefined ? 'generic' : 'chained',
      exception_id: id,
      ...(parent === undefined ? {} : { parent_id: parent }),
      ...(source === '' ? {} : source === 'suppressed' ? { type: 'suppressed' } : { source }),
      ...(groups.has(id) ? { is_exception_group: true } : {}),
    },
  }));
  return raise(platform, raised, more);
}

/** Makes a group of errors, whose member at the index `at` is of the field `source[at]`. */
export function group(platform: string, source: string, members: readonly string[], whole: string) {
  const nodes = members.map(
    (text, at) => [at + 1, 0, `${source}[${at}]`, readRaised(text)] as const,
  );
  return tree(platform, [...nodes.toReversed(), [0, undefined, '', readRaised(whole)]]);
}

function toBase(platform: string): Sent {
  lines += 1;
  const name = sdks[platform] ?? `sentry.${platform}`;
  return {
    event_id: hex(lines),
    platform: platform === 'rust' ? 'native' : platform,
    sdk: { name, version: `8.${lines % 90}.0` },
    level: 'error',
  };
}

function named(name: string): Sent {
  return name === '' ? {} : { function: name };
}

function withCode(code: string | undefined): Sent {
  return code === undefined ? {} : { context_line: `    ${code}` };
}

function split(text: string, by: string): [string, string | undefined] {
  const at = text.indexOf(by);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + by.length)];
}

function splitLast(text: string, by: string): [string, string] {
  const at = text.lastIndexOf(by);
  return [text.slice(0, at), text.slice(at + by.length)];
}

function hex(number: number): string {
  return `0x${(0x7f00_0000_0000 + number).toString(16)}`;
}
