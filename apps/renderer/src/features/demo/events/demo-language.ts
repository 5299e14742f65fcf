import type { SeededRandom } from './seeded-random.ts';

/** What an application does, in the words of its code: `cart`, `loadCart`, `load_cart`. */
export interface DemoArea {
  readonly noun: string;
  readonly verb: string;
  /** Where it is asked for: `/cart/:id`. */
  readonly route: string;
}

/** One thing that goes wrong, in any area. */
export interface DemoFault {
  readonly type: string;
  /** What it says; another value each time where the message has one. */
  readonly say: (area: DemoArea, random: SeededRandom) => string;
  /** The failing line, with some lines around it. */
  readonly code: (area: DemoArea) => readonly [before: string[], failing: string, after: string[]];
  readonly level?: 'fatal' | 'warning' | 'info';
  /** Whether the application caught it. */
  readonly isHandled?: true;
  /** What led to it. */
  readonly cause?: { readonly type: string; readonly message: string };
}

export interface DemoFrame {
  readonly function: string;
  readonly filename: string;
  readonly module?: string;
  readonly lineno: number;
  readonly in_app: boolean;
  readonly pre_context?: readonly string[];
  readonly context_line?: string;
  readonly post_context?: readonly string[];
}

/** How events of one language look, and what goes wrong in it. */
export interface DemoLanguage {
  readonly platform: string;
  readonly sdk: { readonly name: string; readonly version: string };
  readonly faults: readonly DemoFault[];
  /** The failing function; no other fault and area of the language has one of that name. */
  readonly toFunction: (area: DemoArea, fault: number) => string;
  /** The calls of libraries that led to the application's own, outermost first. */
  readonly libraryFrames: readonly DemoFrame[];
  /** Where an application's own call stands. */
  readonly toPlace: (area: DemoArea) => Pick<DemoFrame, 'filename' | 'module'>;
  readonly toContexts: (random: SeededRandom) => Readonly<Record<string, object>>;
  /** What a call before the failing one is called. */
  readonly callers: readonly string[];
}

export function capital(word: string): string {
  return `${word[0]!.toUpperCase()}${word.slice(1)}`;
}
