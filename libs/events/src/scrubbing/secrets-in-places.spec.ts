import { describe, expect, it } from '@jest/globals';
import { hideSecrets } from './hide-secrets.ts';
import { Hiding } from './hiding.ts';

type Put = (text: string) => object;

const stackOf = (frame: object) => ({ stacktrace: { frames: [{ function: 'f', ...frame }] } });
const withFrame = (frame: object) => ({
  exception: { values: [{ type: 'E', ...stackOf(frame) }] },
});
const withCrumb = (crumb: object) => ({ breadcrumbs: { values: [crumb] } });

const PLACES: readonly (readonly [where: string, put: Put])[] = [
  ['the message', (text) => ({ message: text })],
  ['a formatted message', (text) => ({ logentry: { message: 'x', formatted: text } })],
  ['a parameter of a message', (text) => ({ logentry: { message: '%s', params: [text] } })],
  [
    'the value of an exception',
    (text) => ({ exception: { values: [{ type: 'E', value: text }] } }),
  ],
  ['data of a mechanism', (text) => ({ exception: [{ mechanism: { data: { text } } }] })],
  ['a variable', (text) => withFrame({ vars: { args: [text], self: { text } } })],
  ['a breadcrumb', (text) => withCrumb({ message: text })],
  ['data of a breadcrumb', (text) => withCrumb({ data: { arguments: [text] } })],
  ['a header', (text) => ({ request: { headers: [['X-Sent', text]] } })],
  ['a header of an object', (text) => ({ request: { headers: { Referer: text } } })],
  ['the address of a request', (text) => ({ request: { url: text } })],
  ['a query', (text) => ({ request: { query_string: text } })],
  ['a body', (text) => ({ request: { data: { a: [text] } } })],
  ['the environment', (text) => ({ request: { env: { COMMAND: text } } })],
  ['extra', (text) => ({ extra: { a: [{ b: text }] } })],
  ['a context', (text) => ({ contexts: { job: { text } } })],
  ['a tag', (text) => ({ tags: { text } })],
  ['a tag as a pair', (text) => ({ tags: [['text', text]] })],
  ['the user', (text) => ({ user: { username: text } })],
  [
    'a thread',
    (text) => ({ threads: { values: [{ name: text, ...stackOf({ vars: { text } }) }] } }),
  ],
  ['a span', (text) => ({ spans: [{ description: text, data: { 'db.statement': text } }] })],
  ['the file of a debug image', (text) => ({ debug_meta: { images: [{ code_file: text }] } })],
  ['the transaction', (text) => ({ transaction: text })],
  ['the server', (text) => ({ server_name: text })],
  ['a logger', (text) => ({ logger: text })],
  ['a fingerprint', (text) => ({ fingerprint: [text] })],
];

const CODE_PLACES: readonly (readonly [where: string, put: Put])[] = [
  ['the line of a frame', (line) => withFrame({ context_line: line })],
  ['lines before', (line) => withFrame({ pre_context: ['', line] })],
  ['lines after', (line) => withFrame({ post_context: [line, ''] })],
  [
    'a raw stack',
    (line) => ({ exception: [{ raw_stacktrace: { frames: [{ context_line: line }] } }] }),
  ],
  ['a thread', (line) => ({ threads: [{ id: 1, ...stackOf({ context_line: line }) }] })],
];

const base64 = (text: string) => Buffer.from(text).toString('base64');
const OF_GOOGLE = `AIza${'SyHush-0_'.repeat(4).slice(0, 35)}`;
const OF_NPM = `npm_${'Hush01'.repeat(6)}`;
const OF_GITLAB = 'glpat-Hush01Hush02Hush03Hu';
const OF_OPENAI = `sk-proj-${'Hush01-_'.repeat(5)}`;
const OF_SENDGRID = `SG.${'Hush01'.repeat(4).slice(0, 22)}.${'Hush_02'.repeat(7).slice(0, 43)}`;
const OF_TELEGRAM = '123456789:AAHushHush_Hush-0123456789012345678';

const KEY_LINE = 'MIIEpAIBAAKCAQEAhushHushHushHushHushHushHushHushHush0123456789Ab';
const JSON_64 = base64('{"user":"ann","password":"hush-64"}');
const HEADER_64 = base64('Authorization: Bearer hush-64-bearer');
const NPM_64 = base64(`TOKENS ${OF_NPM}`);
const ADDRESS_64 = base64('postgres://app:hush-64@db:5432/shop').replaceAll('=', '');

const TEXTS: readonly (readonly [secret: string, text: string])[] = [
  ['hush-1', 'Server=tcp:db,1433;User ID=sa;Password=hush-1;Encrypt=True'],
  ['hush-2', 'failed: postgres://app:hush-2@db:5432/shop?sslmode=require'],
  ['hu/sh?3#', 'failed: postgres://app:hu/sh?3#@db:5432/shop'],
  ['hush-4', 'dial app:hush-4@tcp(10.0.0.1:3306)/shop'],
  ['hush-5', 'jdbc:mysql://db/shop?user=app&password=hush-5&ssl=1'],
  ['hush-6', 'jdbc:oracle:thin:scott/hush-6@//db:1521/XE'],
  ['aHVzaC03', 'DefaultEndpointsProtocol=https;AccountName=x;AccountKey=aHVzaC03==;E=1'],
  ['hush-8', 'host=db user=app pass_word=hush-8 dbname=shop'],
  [
    'hush9%2Fsig%3D',
    'GET https://x.blob.example/c/f?sv=2024-01-01&se=2026&sp=r&sig=hush9%2Fsig%3D',
  ],
  ['hush-10', 'https://shop.example/oauth/callback?code=hush-10&state=abc'],
  ['4/0AXhush11hush11', 'GET /login/google?code=4/0AXhush11hush11&scope=email'],
  ['a1b2c3d4e5f6a7b8c9d0', 'got code=a1b2c3d4e5f6a7b8c9d0 of GitHub'],
  ['hush-12', 'grant_type=authorization_code&code=hush-12&redirect_uri=https://x/y'],
  ['hush-13', 'user=ann pass_word=hush-13'],
  ['hush-13b', 'password := "hush-13b"'],
  ['hush-14', 'ran curl -s -u ann:hush-14 https://x.example/'],
  ['hush 15', `ran curl --user 'ann:hush 15' https://x.example/`],
  ['hush-16', 'Command failed: curl -uann:hush-16 -X POST https://x.example/'],
  ['hush-16b', 'spawn ["curl","-u","ann:hush-16b"] ENOENT'],
  ['hush-16c', `['curl', '--user', 'ann:hush-16c']`],
  ['hush-17', 'spawn ["app", "--password", "hush-17"] ENOENT'],
  ['hush-18', String.raw`{"argv":"[\"app\",\"--api-key\",\"hush-18\"]"}`],
  ['hush-19', 'Process [app, --token, hush-19] exited'],
  ['hush-20', `headers=[('Authorization', 'hush-20'), ('Accept', '*/*')]`],
  ['hush-21', 'sent Authorization: Bearer hush-21'],
  ['HushTokenABCDEF', 'sent Bearer HushTokenABCDEF to x'],
  ['hush-short', 'the header was "bearer hush-short".'],
  ['hush-24', 'Authorization: Token hush-24'],
  [OF_GOOGLE, `GET https://maps.example/js?k=${OF_GOOGLE} 403`],
  [OF_NPM, `//npm.example.org/:_x=${OF_NPM}`],
  [OF_GITLAB, `remote: denied for ${OF_GITLAB}`],
  [OF_OPENAI, `Incorrect key provided: ${OF_OPENAI}.`],
  [OF_SENDGRID, `sent with ${OF_SENDGRID}, refused`],
  [
    'AAHushHush_Hush-0123456789012345678',
    `POST https://api.telegram.org/bot${OF_TELEGRAM}/sendMessage`,
  ],
  ['AAHushHush_Hush-0123456789012345678', `no bot ${OF_TELEGRAM}`],
  [JSON_64, `posted ${JSON_64} to x`],
  [JSON_64, `data:application/json;base64,${JSON_64}`],
  [HEADER_64, HEADER_64],
  [ADDRESS_64, `dsn ${ADDRESS_64}`],
  [NPM_64, `env ${NPM_64}`],
  ['SlAV32hush', 'GET https://shop.example/welcome?code=SlAV32hush&lang=de'],
  ['4/0AXhush', 'GET https://shop.example/?lang=de&code=4/0AXhush7'],
  ['a3hush9d', 'redirected to https://shop.example/?state=a3hush9d'],
  ['hush-state', 'https://shop.example/oauth/callback?state=hush-state'],
  ['hush-forged', 'GET /welcome?code=4/0AXabc7&state=hush-forged'],
  ['hush-41', `insert into users (name, password) values ('a', 'hush-41')`],
  ['hush, (42)', `INSERT INTO t (id,\n "api_key") VALUES (1, lower('hush, (42)')), (2, NULL)`],
  ['hush-43', `insert into t (token, name) values (?, 'a'), ('hush-43', 'b')`],
  ['hush-44', String.raw`insert into t (name, pin, pwd) values ("it\"s", 7, "hush-44")`],
  ['90210417', "insert into cards (name, pin) values ('a', 90210417)"],
  ['hush-45', `insert into users (name, password) values ('a', 'hush-45`],
  ['hush-46', 'ran mysql -u root -phush-46 shop'],
  ['hush 47', `/usr/bin/mysqldump --host db -p'hush 47' shop`],
  ['hush-48', 'spawn ["mysql","-u","root","-phush-48"] ENOENT'],
  ['hush-49', 'body > input#pw.wide[type="password"][name="pw"][value="hush-49"]'],
  ['hush 50', `form > textarea[value='hush 50']`],
  ['By=spiffe', 'X-Forwarded-Client-Cert: By=spiffe://a;Hash=1;Subject="CN=ann"'],
  ['CN=ann', 'X-Forwarded-Client-Cert: By=spiffe://a;Hash=1;Subject="CN=ann"'],
];

const CODE: readonly (readonly [secret: string, line: string])[] = [
  ['hush-1', `const password = 'hush-1';`],
  ['hush-2', `    password: str = "hush-2"`],
  ['hush-3', `  private val apiKey: String = "hush-3"`],
  ['hush-4', `	password := "hush-4"`],
  ['hush-5', `$config['db_password'] = 'hush-5';`],
  ['hush-6', `  'pass_word' => 'hush-6',`],
  ['hush-7', `  client_secret: "hush-7",`],
  ['hush-8', `  { user: 'ann', token: 'hush-8' },`],
  ['hush-9', `if (password === 'hush-9') return true;`],
  ['hush-10', `define('DB_PASSWORD', 'hush-10');`],
  ['hush-11', `key = os.environ.get("API_KEY", "hush-11")`],
  ['hush-12', `const key = process.env.API_KEY ?? 'hush-12';`],
  ['hush-13', `client.setPassword("hush-13");`],
  ['hush-14', `db = connect("postgres://app:hush-14@db:5432/shop")`],
  ['hush-15', `conn = "Server=db;User Id=sa;Password=hush-15;Port=1"`],
  ['hush-16', `fetch('https://x.example/?api_key=hush-16')`],
  ['hush-17', `headers['Authorization'] = 'Bearer hush-17'`],
  ['HushBearerABC', `headers: { Authorization: "Bearer HushBearerABC" },`],
  ['hush-19', `exec("curl -u ann:hush-19 https://x.example/")`],
  ['hush-20', `subprocess.run(["app", "--password", "hush-20"])`],
  ['hush-21', `exec('app --token hush-21')`],
  ['hush22%2Fsig%3D', `url = "https://x.blob.example/f?se=2026&sig=hush22%2Fsig%3D"`],
  ['hush-23', `const body = '{"password":"hush-23"}';`],
  ['hunter', `password = "hunter"`],
  ['hush-24', `const char password[] = "hush-24";`],
  ['hush-25', `#define API_KEY "hush-25"`],
  ['hush-26', `		Password:             "hush-26",`],
  ['hush-27', `api_key              =  'hush-27'`],
  ['hush-28', `password\t=\t"hush-28"`],
  ['hush-29', `# it's new: password = 'hush-29'`],
  ['hush-30', `var jwtSecret = []byte("hush-30")`],
  ['hush-31', `let password = String::from("hush-31");`],
  ['hush-32', `const token = Buffer.from('hush-32')`],
  ['hush-33', `run(["curl", "-u", "ann:hush-33"])`],
  ['4111111111111111', `charge(card=4111111111111111)`],
  ['hush-34', `db.run("insert into users (name, password) values ('a', 'hush-34')")`],
  ['hush-35', `exec('mysql -u root -phush-35')`],
  ['hush-cut', `connect(user="ann", password="hush-cut`],
  [OF_GOOGLE, `key: '${OF_GOOGLE}',`],
  [OF_NPM, `//npm.example.org/:_x=${OF_NPM}`],
  [OF_GITLAB, `clone("${OF_GITLAB}")`],
  [OF_OPENAI, `new Client("${OF_OPENAI}")`],
  [OF_SENDGRID, `mail.use('${OF_SENDGRID}')`],
  [OF_TELEGRAM, `post("https://api.telegram.org/bot${OF_TELEGRAM}/getMe")`],
  [JSON_64, `const sent = "${JSON_64}";`],
  [KEY_LINE, KEY_LINE],
  [KEY_LINE, `  "${KEY_LINE}\\n" +`],
];

const PLAIN_TEXTS: readonly string[] = [
  'Basic authentication failed',
  'Bearer authentication is required',
  'Invalid token: expected a string',
  'Unexpected token \'<\', "<!doctype "... is not valid JSON',
  'Unexpected token: }',
  'Invalid password: must be at least eight characters',
  'User authenticated',
  'token_count=5, max tokens: 4096, auth: 12',
  'order 4111111111111112 and 1234567890123456',
  'id 4111-1111-1111-1111-x, 0x4111111111111111',
  'at 1700000000123 of 9007199254740991',
  'https://example.org/@scope/package',
  'ssh://git@github.com/acme/app.git',
  'ann@example.org has DE89 3704 0044 0532 0130 00',
  'AKIA is a prefix, eyJ too, xoxb- as well, sk_live_ not',
  'std::auth::Token, Auth::Password',
  '[Filtered] stands for password=[Filtered]',
  `Usage: deploy <token> [options].${' and more'.repeat(200)}`,
  'code=404',
  'exit code=1',
  'status code=E42',
  'error code=ERR_HTTP2_INVALID_SESSION',
  'code=auth/invalid-oauth2-token',
  'code=InvalidParameterValueException',
  'failed with code: ECONNREFUSED',
  'code=550e8400-e29b-41d4-a716-446655440000',
  'https://shop.example/error?code=E42&state=1',
  'promo code=SUMMER2026SALE1234',
  'country code=DE',
  'killed by sig=SIGTERM',
  'sig=SIGKILL, code=137',
  'signature=mismatch',
  'Bearer token',
  'Bearer authentication failed',
  'no Bearer token.',
  'WWW-Authenticate: Bearer realm="shop", error="invalid_token"',
  'expects Bearer access_token',
  'npm_lifecycle_event=test',
  'npm_config_user_agent=npm/10',
  'trace 550e8400-e29b-41d4-a716-446655440000',
  'commit 3064bf73a1b2c3d4e5f60718293a4b5c6d7e8f90',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '/home/ann/shop/node_modules/.pnpm/express@4.19.2/node_modules/express/lib/router.js',
  'C:\\Users\\ann\\AppData\\Local\\Programs\\Shop\\resources\\app.asar',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'etag W/"5f3c2-Hn1yqQk7sVbW0m0m3bqk0w7YJ2k"',
  base64('The quick brown fox jumps over the lazy dog'),
  base64('{"user":"ann","page":12,"sort":"name"}'),
  'docker run -u 1000:1000 curl',
  'Summarization: Deep Learning, Organization: Acme Holding',
  'curl -u ann https://x.example/',
  'curl --user-agent shop:1 https://x.example/',
  'the option --password is required',
  `fillable = ['name', 'password', 'remember_token']`,
  `unexpected keyword arguments ('token', 'user')`,
  'webpack://shop:src/@scope/index.js at file://C:/x/@scope/y.js',
  'https://shop.example:8080/search?mail=ann@example.org',
  'MSG.SEND failed, SG.1 is no key, sk-proj-x neither, glpat- begins tokens',
  'ip6 fe80::1:AA:2 at 12:30:45',
  'https://github.com/acme/shop/bot/12:34',
  'scope/hush@2.0.0',
  'Authorization: required',
  'GET https://shop.example/error?code=404',
  'https://shop.example/error?lang=de&code=ECONNREFUSED',
  '/prices?country=DE&code=de-DE&zip=10115',
  '/voucher?code=SUMMER2026SALE1234',
  '/docs?code=InvalidParameterValueException',
  '/product?code=550e8400-e29b-41d4-a716-446655440000',
  'https://shop.example/issues?state=open&state=closed',
  '/orders?state=IN_PROGRESS&page=2',
  '/shops?state=New%20York&state=North+Carolina',
  '/login?state=CA',
  'state=running, state: degraded2',
  `insert into users (name, password) values (?, ?), ($1, $2), ('%s', '%s')`,
  `insert into users (name, token_count) values ('a', 7)`,
  `select name, password from users where name in ('a', 'b')`,
  'bad values (password, name)',
  'docker run -p3306:3306 mysql:8',
  'mysql -P 3306 -p shop',
  'spawn ["mysql","-p","shop"] ENOENT',
  'mysql --protocol=tcp --port 3306',
  'grep -private-key notes of mysqli',
  'form > input[type="submit"][value="Buy now"]',
  'input[type="radio"][name="size"][value="XL"]',
  'select > option[value="de"]',
  'input[name="q"][value=""]',
];

const PLAIN_CODE: readonly string[] = [
  'const token = getToken();',
  'password: string;',
  'password: string = "";',
  'let token: String = "";',
  'connect(user=user, password=password)',
  'self.password = password',
  'if (token === undefined) return;',
  `if (typeof token === 'string') return;`,
  `headers.set('Authorization', \`Bearer \${token}\`);`,
  `headers['Authorization'] = 'Bearer ' + token;`,
  `Bearer bearerToken = new Bearer();`,
  `const { data } = await fetch(url, { credentials: 'same-origin' });`,
  `fetch(url, { credentials: 'include' })`,
  `localStorage.getItem('token')`,
  `process.env.API_KEY`,
  `password = os.environ["DB_PASSWORD"]`,
  `token = config.get('auth.token')`,
  `<input type="password" name="password" autoComplete="current-password" />`,
  `password: 'Your password must have at least ten characters',`,
  `label={t('Password')} name="token"`,
  `const TOKEN_COOKIE = 'token';`,
  `postgres://\${user}:\${password}@\${host}/shop`,
  `url = f"postgres://{user}:{password}@{host}/shop"`,
  `url = "postgres://%s:%s@%s/shop" % (user, password, host)`,
  `$dsn = "mysql://$user:$pass@$host/shop";`,
  `db.query("select * from users where password = ? and token = $1")`,
  `db.query("update users set password = :password")`,
  `throw new Error("password is required");`,
  `raise ValueError("Invalid token: expected a string")`,
  `const fields = ['name', 'password', 'token'];`,
  `import { hashPassword } from './passwords/hash-password.ts';`,
  `import { Token } from "../auth/token.js";`,
  `it('refuses a wrong password', async () => {`,
  `secret: process.env['SESSION_SECRET'],`,
  `token: z.string().min(1, 'Token is required'),`,
  `auth: 'required',`,
  `  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',`,
  `    averyveryveryverylongnameOfSomethingThatNobodyWouldEverWriteInCode4();`,
  `if line.startswith('-----BEGIN PRIVATE KEY-----'):`,
  `const { authorization = '', 'user-agent': agent = '' } = headers;`,
  `Buffer.from(credentials, 'base64')`,
  `headers["Authorization"] = "Basic %s" % auth`,
  `let auth = "\\(user):\\(password)"`,
  `val auth = "$user:$password"`,
  `#define PASSWORD_LENGTH "16"`,
  `reply = \`password \${reset} for \${user}\`;`,
  `<Form action="change-password" reloadDocument className="grid gap-3">`,
  `const hash = '3064bf73a1b2c3d4e5f60718293a4b5c6d7e8f90';`,
  `id: '550e8400-e29b-41d4-a716-446655440000',`,
  `src = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';`,
  `process.exit(code=1)`,
  'location = `/callback?code=${code}&state=${state}`;',
  'f"/callback?code={code!r}&state={state}"',
  `print(f"password={password!r} sig={sig:>40}")`,
  `token = []byte("token")`,
  `os.kill(pid, sig=signal.SIGTERM)`,
  `event = process.env.npm_lifecycle_event`,
  `@Secret() readonly password: string,`,
  `secret_name = "db-main"`,
  `passwordFile: '/run/secrets/db',`,
  `secret: '/run/secrets/db',`,
  `password_field = driver.find("#password")`,
];

const hiding = new Hiding();

function hide(event: object): string {
  hideSecrets(event as never, hiding);
  return JSON.stringify(event);
}

const toForms = (secret: string) => [secret, JSON.stringify(secret).slice(1, -1)];

describe('secrets in an event', () => {
  it.each(PLACES)('are removed from each text of %s', (_, put) => {
    const readable = TEXTS.filter(([secret, text]) => {
      const left = hide(put(text));
      return toForms(secret).some((form) => left.includes(form));
    });
    expect(readable).toEqual([]);
  });

  it.each(CODE_PLACES)('are removed from each line of code in %s', (_, put) => {
    const readable = CODE.filter(([secret, line]) => hide(put(line)).includes(secret));
    expect(readable).toEqual([]);
  });

  it.each(PLACES)('are the only texts removed from %s', (_, put) => {
    const changed = PLAIN_TEXTS.filter((text) => hide(put(text)) !== JSON.stringify(put(text)));
    expect(changed).toEqual([]);
  });

  it.each(CODE_PLACES)('are the only code removed from %s', (_, put) => {
    const changed = PLAIN_CODE.filter((line) => hide(put(line)) !== JSON.stringify(put(line)));
    expect(changed).toEqual([]);
  });

  it('are removed without the rest of their line of code', () => {
    const line = `const db = connect({ user: 'app', password: 'hush-1', url: "pg://a:hush@b" });`;
    expect(hide(withFrame({ context_line: line }))).toContain(
      JSON.stringify(
        `const db = connect({ user: 'app', password: '[Filtered]', url: "pg://[Filtered]@b" });`,
      ),
    );
  });
});
