import type { FrameFacts } from './frame-facts.ts';
import type { Language } from './language.ts';
import { withoutPathsOfPhp } from './php-names.ts';

type Namer = (name: string, facts: FrameFacts) => string;

const namers: Partial<Record<Language, Namer>> = {
  jvm: (name, { module }) => qualify(name, module),
  go: (name, { module }) => qualify(name, module),
  // Python also leaves out `__main__`, the module name of the started script.
  python: (name, { module }) => (module === '__main__' ? name : qualify(name, module)),
  dotnet: nameDotnetCall,
  php: withoutPathsOfPhp,
  rust: (name) => name.replace(/::h[\da-f]{16}$/, ''),
};

/**
 * Returns the call as its language writes it: Java with the class, Go with the package, Python with
 * the module. Undefined when the call has no name.
 */
export function toCallName(facts: FrameFacts): string | undefined {
  const name = facts.function;
  if (name === undefined) return undefined;
  return namers[facts.language]?.(name, facts) ?? name;
}

function qualify(name: string, module: string | undefined): string {
  return module === undefined || name.startsWith(`${module}.`) ? name : `${module}.${name}`;
}

/**
 * An async method runs as `MoveNext` of a compiler-made class `Checkout+<PayAsync>d__7`. A name
 * with parameters is already complete.
 */
function nameDotnetCall(name: string, { module }: FrameFacts): string {
  if (name.includes('(') || module === undefined) return name;
  const [, owner, method] = /^([^+]{1,512})\+<(\w{1,200})>d__\d+/.exec(module) ?? [];
  if (name === 'MoveNext' && owner !== undefined && method !== undefined) {
    return `${owner}.${method}`;
  }
  return qualify(name, module);
}
