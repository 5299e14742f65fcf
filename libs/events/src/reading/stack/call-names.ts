import type { FrameFacts } from './frame-facts.ts';
import type { Language } from './language.ts';
import { withoutPathsOfPhp } from './php-names.ts';

type Namer = (name: string, facts: FrameFacts) => string;

const namers: Partial<Record<Language, Namer>> = {
  jvm: (name, { module }) => qualify(name, module),
  go: (name, { module }) => qualify(name, module),
  // Of a script that is run the module says nothing: Python leaves it out, too.
  python: (name, { module }) => (module === '__main__' ? name : qualify(name, module)),
  dotnet: nameDotnetCall,
  php: withoutPathsOfPhp,
  rust: (name) => name.replace(/::h[\da-f]{16}$/, ''),
};

/** The call as its language writes it: Java's with its class, Go's with its package, Python's with its module. Undefined when nothing names it. */
export function toCallName(facts: FrameFacts): string | undefined {
  const name = facts.function;
  if (name === undefined) return undefined;
  return namers[facts.language]?.(name, facts) ?? name;
}

function qualify(name: string, module: string | undefined): string {
  return module === undefined || name.startsWith(`${module}.`) ? name : `${module}.${name}`;
}

/**
 * An async method runs as `MoveNext` of a class `Checkout+<PayAsync>d__7` that the compiler made. A name with its
 * parameters is one that the SDK has written out.
 */
function nameDotnetCall(name: string, { module }: FrameFacts): string {
  if (name.includes('(') || module === undefined) return name;
  const [, owner, method] = /^([^+]{1,512})\+<(\w{1,200})>d__\d+/.exec(module) ?? [];
  if (name === 'MoveNext' && owner !== undefined && method !== undefined) {
    return `${owner}.${method}`;
  }
  return qualify(name, module);
}
