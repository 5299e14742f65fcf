/** Matches all that stands above a desktop or phone application's own files. */
const BUNDLE =
  /^.*\/(?:app\.asar(?:\.unpacked)?|resources\/app|android_asset\/www|[^/]{1,100}\.app(?:\/Contents)?(?:\/(?:Resources|MacOS))?(?:\/(?:app|www))?)\//s;

/** Matches all that stands above the files of one release, or of one site. */
const RELEASE =
  /^.*\/(?:(?=wp-(?:admin|content|includes)\/)|(?:(?:releases|builds|deployments|deploys)\/(?=[^/\d]{0,200}\d)[^/]{1,200}|current|public_html|htdocs|httpdocs|wwwroot|\d{8,14}|[\da-f]{40})\/)/s;

/** Matches the folder of one program, unless the program's own folders begin here. */
const PROGRAM =
  '(?:(?!(?:src|lib|dist|build|server|public|packages|tmp)/|app/(?!(?:src|dist|lib|app|packages)/))[^/]+/)?';
const FOLDER = '[^/]+/';
const SHELVES = '(?:(?:code|dev|git|projects?|repos?|sites|work|workspaces?|www)/)?';
/** Folders in which people keep their programs at home. */
const SHELVES_AT_HOME =
  '(?:(?:AppData/Local/(?:Programs|Temp)|Library/[^/]+|Desktop|Documents|Downloads|GitHub|Projects|apps|domains|go/src/[^/]+/[^/]+|source|work/\\d{1,4})/){0,2}';

/** Folders into which programs are installed, from the root of the disk on. */
const ROOTS = [
  'home/(?:site/wwwroot|vcap/app)/',
  `home/runner/_?work/${FOLDER}${FOLDER}`,
  `(?:private/)?var/folders/${FOLDER}${FOLDER}T/${PROGRAM}`,
  `(?:home|Users)/${FOLDER}${SHELVES_AT_HOME}${SHELVES}${PROGRAM}`,
  'opt/(?:render/project/src|build/repo|atlassian/pipelines/agent/build)/',
  `(?:root|data|mnt|media|srv|opt|sites|www|web|vagrant|volumes?)/${SHELVES}${PROGRAM}`,
  `var/www/(?:vhosts/${FOLDER})?${PROGRAM}`,
  'usr/share/nginx/html/',
  `usr/(?:local/)?(?:lib|share|src|app)/${FOLDER}`,
  `(?:private/)?(?:var/)?tmp/${PROGRAM}`,
  'var/(?:task|app/current)/',
  `var/(?:lib|opt|apps?)/${FOLDER}`,
  '(?:app|application|code|workspace|project)/',
  `(?:workspaces|snapshot|snap|inetpub|ProgramData|Program Files(?: \\(x86\\))?)/${PROGRAM}`,
  `builds/${FOLDER}${FOLDER}`,
  'github/workspace/',
  'vercel/path\\d{1,2}/',
  '(?:\\$bunfs|~BUN)/root/',
];
const ROOT = new RegExp(`^/(?:${ROOTS.join('|')})(?=.)`);

/** Matches the first folder that programs have within them. */
const OWN_FOLDER =
  /\/(?=(?:\.next|\.nuxt|\.output|\.svelte-kit|app|apps|bin|build|cgi-bin|dist|lib|libs|modules|out|packages|plugins|public|scripts|server|services|src|themes|vendor|www)\/)/;

/**
 * Returns a file's path within its program, without the folder into which the program was
 * installed. Undefined when nothing tells where the program begins. `path` begins with a slash.
 */
export function findProgramPath(path: string): string | undefined {
  const below = path.replace(BUNDLE, '');
  if (below !== path) return below;
  const released = path.replace(RELEASE, '');
  if (released !== path) return released;
  const installed = path.replace(ROOT, '');
  if (installed !== path) return installed;
  const at = path.search(OWN_FOLDER);
  return at === -1 ? undefined : path.slice(at + 1).replace(/^app\/(?=(?:src|dist|lib)\/)/, '');
}

const WORKSPACE = /(?:^|\/)(?:apps|libs|modules|packages|plugins|services)\/[^/]+\//;

/**
 * Returns `orders/db/pool.js` for the module `orders.db:pool`, which Node's SDK derives from the
 * folder of the started script. Undefined when the module has no folder, or when the folder stands
 * within a workspace, whose name matters.
 */
export function findModulePath(path: string, module = ''): string | undefined {
  if (!module.includes(':')) return undefined;
  const parts = module.split(/[.:]/);
  const all = path.split('/');
  const below = all.slice(-parts.length);
  if (!below.join('.').startsWith(parts.join('.'))) return undefined;
  const above = `${all.slice(0, -parts.length).join('/')}/`.replace(ROOT, '');
  return WORKSPACE.test(above) ? undefined : below.join('/');
}

/** Returns the folders that all paths have in common, with a slash at the end. */
export function findCommonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  let end = first.lastIndexOf('/') + 1;
  for (const other of others) {
    while (end > 0 && !other.startsWith(first.slice(0, end)))
      end = first.lastIndexOf('/', end - 2) + 1;
  }
  return first.slice(0, end);
}
