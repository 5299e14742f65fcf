import { createRequire } from 'node:module';

/** As Jest has it: an object whose properties may be replaced. */
const vm = createRequire(import.meta.url)('node:vm');

/**
 * Compiles each module once in each worker. Jest compiles all of them anew for each file of specs, which took longer than
 * most files take. Each file still has a realm and modules of its own (ADR 66).
 */
export function keepCompiledCode() {
  vm.SourceTextModule = keepingModules(vm.SourceTextModule);
  vm.compileFunction = keepingFunctions(vm.compileFunction);
}

/** For ES modules. V8 gives the code of one only before it runs, so without what is compiled when it is first called. */
function keepingModules(SourceTextModule) {
  const kept = new Map();
  return class extends SourceTextModule {
    constructor(code, options) {
      const { identifier } = options;
      const known = kept.get(identifier);
      if (known?.code !== code) {
        super(code, options);
        kept.set(identifier, { code, cachedData: this.createCachedData() });
        return;
      }
      try {
        super(code, { ...options, cachedData: known.cachedData });
      } catch {
        // A spec has set a flag of V8, which takes no code of before: it is kept anew.
        super(code, options);
        known.cachedData = this.createCachedData();
      }
    }
  };
}

/** For CommonJS modules. As a script, of which V8 also gives what was compiled since, but which cannot import. */
function keepingFunctions(compileFunction) {
  const kept = new Map();
  return (code, parameters, options) => {
    if (/\bimport\s*\(/.test(code)) return compileFunction(code, parameters, options);
    const start = `(function (${parameters.join(', ')}) {`;
    const source = `${start}${code}\n})`;
    const { filename, parsingContext } = options;
    const known = kept.get(filename);
    const isKnown = known?.source === source;
    if (isKnown) known.cachedData ??= known.script.createCachedData();
    const cachedData = isKnown ? known.cachedData : undefined;
    const script = new vm.Script(source, { filename, columnOffset: -start.length, cachedData });
    if (!isKnown || script.cachedDataRejected) kept.set(filename, { source, script });
    return script.runInContext(parsingContext);
  };
}
