import type { LibraryRule } from './library-rule.ts';

/**
 * Top-level packages of the standard library. `internal` belongs to the standard library only at
 * the start of an import path.
 */
const STANDARD =
  'archive|bufio|builtin|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|structs|sync|syscall|testing|text|time|unicode|unique|unsafe|weak';

export const goRules: readonly LibraryRule[] = [
  { name: 'the module cache', of: 'path', pattern: /[/\\]pkg[/\\]mod[/\\]/ },
  // Builds with `-trimpath` write `github.com/gin-gonic/gin@v1.9.1/context.go`.
  { name: 'a version of a module', of: 'path', pattern: /@v\d{1,9}\./ },
  { name: 'a vendored module', of: 'path', pattern: /[/\\]vendor[/\\]/ },
  {
    name: 'GOROOT',
    of: 'path',
    pattern:
      /[/\\]usr[/\\](?:local|lib)[/\\]go[^/\\]{0,20}[/\\]src[/\\]|[/\\](?:goroot|libexec|x64|arm64)[/\\]src[/\\]|[/\\]sdk[/\\]go\d[^/\\]{0,20}[/\\]src[/\\]|[/\\]Go[/\\]src[/\\]/,
  },
  { name: 'the standard library', of: 'module', pattern: new RegExp(`^(?:${STANDARD})(?:/|$)`) },
  { name: "Go's extended library", of: 'module', pattern: /^golang\.org\/x\// },
  {
    name: 'the SDK',
    of: 'module',
    pattern: /^github\.com\/getsentry\/(?:sentry|raven)-go(?:\/|$)/,
  },
  {
    name: 'logging',
    of: 'module',
    pattern: /^(?:github\.com\/(?:sirupsen\/logrus|rs\/zerolog)|go\.uber\.org\/zap)(?:\/|$)/,
  },
];
