import { createRequire } from 'node:module';

/** Jest uses the CommonJS object, whose properties can be replaced. */
const vm = createRequire(import.meta.url)('node:vm');

/**
 * Compiles each module once in each worker. Jest compiles all modules anew for each spec file,
 * which took longer than most files take. Each file still has a realm and modules of its own.
 */
export function keepCompiledCode() {
  vm.SourceTextModule = cachingModuleClass(vm.SourceTextModule);
  vm.compileFunction = cachingCompileFunction(vm.compileFunction);
}

/**
 * Returns a class of ES modules that reuses compiled code. V8 gives out the code of a module only
 * before the module runs, so functions compiled at their first call are not included.
 */
function cachingModuleClass(SourceTextModule) {
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
        // A spec has set a V8 flag, so V8 refuses the cached code.
        super(code, options);
        known.cachedData = this.createCachedData();
      }
    }
  };
}

/**
 * Returns a function that compiles CommonJS modules and reuses their code. They run as scripts,
 * whose code includes functions compiled later. A script cannot use `import()`, so Jest compiles
 * the modules that do.
 */
function cachingCompileFunction(compileFunction) {
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
