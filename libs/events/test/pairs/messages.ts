import { toSdkEvent } from '../../src/reading/to-sdk-event.ts';
import { different, pairsOf, PairTable, rowsOf, same } from './pair-table.ts';
import { log, raise, raisedBy, say, type Sent, toStack } from './shapes.ts';

export const messagePairs = new PairTable();

const text = (message: string) => say('python', message);

messagePairs.about('messages', () => [
  ...pairsOf(text)`
    = a value after = ¦ import failed, tenant=acme ¦ import failed, tenant=globex
    = several values after = ¦ lost user=ann region=eu ¦ lost user=bob region=us
    = a value after = in quotes ¦ lost user="ann lee" ¦ lost user="bob"
    = a value after = with blanks ¦ lost user = ada ¦ lost user = grace
    = a value after = with and without blanks ¦ lost user = ada ¦ lost user=grace
    = a value after = and a blank ¦ lost user= ada, id= 7 ¦ lost user= grace, id= 12
    = a value in quotes after = with blanks ¦ user = 'ada l' is gone ¦ user = "b" is gone
    = words in double quotes ¦ no file "a b.txt" here ¦ no file "c.txt" here
    = words in single quotes ¦ tenant 'acme' is unknown ¦ tenant 'globex' is unknown
    = words in backticks ¦ query \`select 1\` failed ¦ query \`update x\` failed
    = words in typographic quotes ¦ tenant “acme” is unknown ¦ tenant “globex” is unknown
    = a quoted path ¦ cannot open '/data/in/a b.csv' ¦ cannot open '/tmp/c.csv'
    = a path ¦ cannot open /data/in/ann.csv ¦ cannot open /var/spool/bob.csv
    = a path of Windows ¦ cannot open C:\data\ann.csv ¦ cannot open D:\in\bob.csv
    = a relative path ¦ cannot open data/in/ann.csv ¦ cannot open spool/bob.csv
    = a relative path and one of the root ¦ cannot open in/ann.csv ¦ cannot open /in/bob.csv
    = a relative path of Windows ¦ cannot open in\ann.csv ¦ cannot open data\b\bob.csv
    = a relative path with a line ¦ bad row in a/b.csv:17 ¦ bad row in c/d.csv:4
    = numbers ¦ user 17 exceeded 20 ¦ user 4711 exceeded 3
    = a negative number and a fraction ¦ balance is -17.50 ¦ balance is 3
    = numbers with thousands ¦ sent 1,234,567 rows ¦ sent 12 rows
    = an exponent ¦ ratio was 1.5e-7 ¦ ratio was 3.2e+12
    = a number with a unit that touches it ¦ took 1200ms ¦ took 7s
    = a number with a unit behind it ¦ took 1200 ms ¦ took 3.5 s
    = a duration of Go ¦ took 1h2m3.5s ¦ took 350.2µs
    = a duration of ISO ¦ took PT3.5S ¦ took PT1M20S
    = a duration in words ¦ timed out after 1 second ¦ timed out after 30 seconds
    = a size ¦ wrote 12.5MB ¦ wrote 3 KiB
    = a share ¦ disk at 91% ¦ disk at 97.5 %
    = hexadecimal ¦ bad pointer 0x7f5c90026000 ¦ bad pointer 0x1F
    = a hash ¦ commit 0c8b4f28 failed ¦ commit b74666c3 failed
    = a long hash ¦ layer 0c8b4f28c5d9e7aab74666c32c19ec31e77dd27c lost ¦ layer b74666c32c19ec31e77dd27c0c8b4f28c5d9e7aa lost
    = the identity of an object of Java ¦ leaked com.acme.Pool@1a2b3c4d ¦ leaked com.acme.Pool@7f31245a
    = a uuid ¦ job 3d4a2831-b903-40f0-a7f2-20946a7a22c9 died ¦ job 0F8FAD5B-D9CB-469F-A165-70867728950E died
    = an address of mail ¦ no mailbox ann@example.org ¦ no mailbox bob.lee+x@mail.example.com
    = an address of the network ¦ refused by 10.0.0.7 ¦ refused by 192.168.1.12
    = an address with a port ¦ refused by 10.0.0.7:5432 ¦ refused by 10.0.0.9:5433
    = an address of IPv6 ¦ refused by [::1]:5432 ¦ refused by [fe80::1ff:fe23:4567:890a]:80
    = an address of hardware ¦ lost 00:1b:44:11:3a:b7 ¦ lost 9c:b6:d0:1a:22:ff
    = a host with a number ¦ out of disk on db-3 ¦ out of disk on db-17
    = a host with a number and a domain ¦ lost web12.eu.example.org ¦ lost web7.eu.example.org
    = a pod ¦ evicted shop-7d9f8b6c5-x2x4k ¦ evicted shop-5c66b5d9f8-zq9wm
    = a URL ¦ GET https://a.example/x?y=1 failed ¦ GET http://b.example:80/z failed
    = a URL of a database ¦ lost postgresql://app:pw@db/shop ¦ lost postgresql://app@db2/shop
    = JSON ¦ rejected {"id": 17, "a": [1, 2]} ¦ rejected {"id": 4711, "b": {"c": "d"}}
    = a list of JSON ¦ rejected [{"id": 17}] ¦ rejected [{"id": 1}, {"id": 2}]
    = a dictionary of Python ¦ denied {'email': 'a@b.c', 'n': 1} ¦ denied {'email': 'x@y.z', 'n': 2}
    = a dictionary with numbers as keys ¦ denied {1: 'a', 2: 'b'} ¦ denied {7: 'x'}
    = a dictionary of numbers ¦ denied {1: 0.5, 2: 1.5} ¦ denied { -7: 3 }
    = an id behind letters ¦ order A-1001 is lost ¦ order A-77 is lost
    = an id that begins with other letters ¦ order P-77 is lost ¦ order U-1 is lost
    = an id behind an underscore ¦ lost session_17 ¦ lost session_4711
    = an id of Stripe ¦ no customer cus_9s6XKzkNRiz8i3 ¦ no customer cus_NffrFeUfNV2Hib
    = a token ¦ bad token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln ¦ bad token eyJ0eXAiOiJKV1QifQ.eyJzdWIiOiIyIn0.b3Ro
    = a user with a number ¦ denied for user u1 ¦ denied for user u22
    = blanks and lines ¦ two␤  lines ¦ two lines
    = an object of JSON that is cut ¦ rejected {"id": 17, "a": [1, ¦ rejected {"id": 4711, "b": "x
    = a name of a file with a number ¦ import of file 1795393162.8000722 broke ¦ import of file 1795393999.1 broke
    ≠ a number of the system, as Python has it ¦ [Errno 2] gone ¦ [Errno 13] gone
    ≠ a number of Windows ¦ [WinError 5] no ¦ [WinError 32] no
    ≠ an exit code ¦ import ended with exit code 1 ¦ import ended with exit code 137
    ≠ an HRESULT ¦ Exception from HRESULT: 0x80070005 ¦ Exception from HRESULT: 0x80070002
    ≠ an HRESULT in brackets ¦ failed. (0x8007000E) ¦ failed. (0x80004005)
    ≠ a state of Windows NT ¦ crashed with 0xC0000005 ¦ crashed with 0xC00000FD
    ≠ a signal ¦ killed by signal 9 ¦ killed by signal 11
    = a list of numbers ¦ no rows for [1, 2, 3] ¦ no rows for [7]
    = a list of numbers as Go prints it ¦ no rows for [1 2 3] ¦ no rows for [7 8]
    = words in angle quotes ¦ user «ann» is unknown ¦ user «bob» is unknown
    = a date as JavaScript prints it
      ¦ late by Mon Nov 23 2026 12:13:14 GMT+0000 (Coordinated Universal Time) ¦ late by Tue Feb 03 2026 02:13:14 GMT+0100 (Central European Standard Time)
  `,
]);

messagePairs.about('dates in messages', () => {
  const other = text('due 2026-11-23T00:38:16Z');
  const forms = rowsOf`
    due 2025-01-02 03:04:05.678 ¦ due 2025-01-02T03:04:05+01:00 ¦ due 2025/01/02 03:04:05 ¦ due 20250102T030405Z
    due 02.01.2025 03:04 ¦ due 01/02/2025 3:04 PM ¦ due 02/Jan/2025:03:04:05 +0000 ¦ due Thu Jan 2 03:04:05 UTC 2025
    due Thu, 02 Jan 2025 03:04:05 GMT ¦ due January 2, 2025 ¦ due 2 Jan 2025 03:04:05 ¦ due Jan 2 03:04:05
  `;
  return forms.flat().map((form) => same(form, text(form), other));
});

messagePairs.about('messages that are two', () => [
  ...pairsOf(text)`
    ≠ two texts ¦ disk is full ¦ queue is long
    ≠ one word ¦ disk full ¦ disk low
    ≠ one word at the end ¦ could not ship to Rome ¦ could not ship to Oslo
    ≠ two names before = ¦ bad tenant=acme ¦ bad region=acme
    ≠ with and without a value ¦ import failed ¦ import failed, tenant=acme
    ≠ words around a quote ¦ tenant 'acme' is unknown ¦ tenant 'acme' is locked
    ≠ words around a number ¦ sent 17 rows ¦ lost 17 rows
    ≠ two names before = with blanks ¦ bad tenant = acme ¦ bad region = acme
    ≠ words after = with blanks ¦ x = 1 is odd ¦ x = 1 is even
    ≠ two comparisons ¦ x == ada ¦ x == grace
    ≠ two directions ¦ a => b ¦ a => c
    ≠ words around a relative path ¦ cannot open in/a.csv ¦ cannot close in/a.csv
    ≠ two words with a slash ¦ bad input/output ¦ bad client/server
    ≠ two kinds of content ¦ cannot read application/json ¦ cannot read text/plain
    ≠ words around a dictionary ¦ denied {1: 2} ¦ lost {1: 2}
    ≠ words around a path ¦ cannot open /data/a ¦ cannot close /data/a
    ≠ two states of HTTP ¦ upstream answered with HTTP 404 ¦ upstream answered with HTTP 503
    ≠ two status codes ¦ Request failed with status code 404 ¦ Request failed with status code 500
    ≠ two codes of Oracle ¦ ORA-01017: failed ¦ ORA-12541: failed
    ≠ two versions of a protocol ¦ cannot speak http2 ¦ cannot speak http3
    ≠ two encodings ¦ cannot decode UTF-8 ¦ cannot decode UTF-16
    ≠ two algorithms ¦ bad sha256 ¦ bad md5
    ≠ two verbs ¦ GET /orders failed ¦ POST /orders failed
    ≠ two classes ¦ leaked com.acme.Pool@1a2b3c4d ¦ leaked com.acme.Cache@1a2b3c4d
    ≠ words that contract ¦ can't open it, don't close it ¦ can't find it, don't lose it
    ≠ two words that look like hexadecimal ¦ cannot feed it ¦ cannot face it
    ≠ a date and a number ¦ due 2026-11-23 ¦ due 17
    ≠ a size and a duration ¦ took 12 MB ¦ took 12 ms
    ≠ two kinds of host ¦ out of disk on db-3 ¦ out of disk on web-3
    ≠ two letters ¦ state A ¦ state B
    ≠ questions in two languages ¦ Größe ist ungültig ¦ Datei ist ungültig
    ≠ texts beyond ASCII ¦ 日本語 ¦ עברית
    ≠ either of two ¦ read and/or write ¦ read or write
    ≠ an empty list and words ¦ rejected [] ¦ rejected all
  `,
  ...pairsOf((field, value) => say('python', 'gone', { [field]: value }))`
    ≠ two loggers ¦ logger → shop.db ¦ logger → shop.http
    = levels do not split a text ¦ level → error ¦ level → warning
  `,
  ...pairsOf((a) => say('python', 'gone', { tags: { a } }))`= tags do not split a text ¦ 1 ¦ 2`,
  ...pairsOf((transaction) => say('python', undefined, { transaction }))`
    ≠ nothing is said: two transactions ¦ /a ¦ /b
    = nothing is said: one transaction ¦ /a ¦ /a
  `,
]);

messagePairs.about('templates', () => {
  const at = (call: string, event: Sent): Sent => ({
    ...event,
    threads: { values: [{ current: true, stacktrace: toStack('python', [call]) }] },
  });
  const logged = (place: string, template: string, ...params: readonly string[]) =>
    place === 'anywhere' ? log(template, params) : at(place, log(template, params));
  const unnamed = (template: string, user: string) => ({
    ...log(template, [user]),
    logger: undefined,
  });
  /** JavaScript's `attachStacktrace` sends the stack as an exception without a type. */
  const script = (...frames: readonly string[]): Sent => {
    const mechanism = { type: 'generic', handled: true, synthetic: true };
    const errors = frames.length === 0 ? [] : [{ value: 'user ann failed', frames, mechanism }];
    const logentry = { message: 'user %s failed', params: ['ann'] };
    return { ...raise('javascript', errors), logentry };
  };
  return [
    ...pairsOf((template, ...params) => log(template, params))`
      = %s ¦ user %s failed in %s → ann → checkout ¦ user %s failed in %s → bob → cart
      = {} ¦ user {} failed → ann ¦ user {} failed → bob
      = {0} ¦ user {0} failed → ann ¦ user {0} failed → bob
      = {name} ¦ user {name} failed → ann ¦ user {name} failed → bob
      ≠ two templates of one text ¦ user %s failed → ann ¦ %s ann failed → user
      ≠ two templates ¦ user %s failed → ann ¦ user %s vanished → ann
      ≠ two steps that stand in their templates ¦ step 1 of %s failed → a ¦ step 2 of %s failed → a
      ≠ two templates of nothing but a placeholder and a word ¦ %s gone → a ¦ %s lost → a
    `,
    ...pairsOf((template, user, formatted) => log(template, [user], formatted))`
      = a uuid that was put into a template
        ¦ job 3d4a2831-b903-40f0-a7f2-20946a7a22c9 of %s → ann → x ¦ job 0f8fad5b-d9cb-469f-a165-70867728950e of %s → bob → y
    `,
    ...pairsOf((host) =>
      say('python', undefined, { logentry: { message: 'full: %(host)s', params: { host } } }),
    )`= named parameters ¦ db ¦ web`,
    ...pairsOf((user) =>
      say('python', undefined, { logentry: { message: 'user %s', params: [user] } }),
    )`= without the text made of both ¦ ann ¦ bob`,
    ...pairsOf(logged)`
      = with the stack of where it is logged, and without ¦ anywhere → user %s failed → ann ¦ shop.orders.ship → user %s failed → bob
      = a text that takes nothing, with its stack and without ¦ anywhere → disk is full ¦ shop.orders.ship → disk is full
      ≠ two templates of one place ¦ shop.orders.ship → user %s failed → ann ¦ shop.orders.ship → user %s vanished → ann
    `,
    ...pairsOf((place) => at(place, text('gone')))`
      ≠ no template and no logger: one text of two places ¦ shop.orders.ship ¦ shop.orders.load
    `,
    same(
      'without a logger, with its stack and without',
      unnamed('user %s failed', 'ann'),
      at('shop.x.y', unnamed('user %s failed', 'b')),
    ),
    same(
      'as SDKs of JavaScript send it, with its stack and without',
      script(),
      script('pay@~/js/pay.js:3:1'),
    ),
    different('a template, and an error that its line reports', log('user %s failed', ['ann']), {
      ...raisedBy('python')("KeyError: 'a'", 'shop.orders.ship'),
      logentry: { message: 'user %s failed', params: ['ann'] },
      logger: 'shop.orders',
    }),
    ...pairsOf((logger) => ({ ...log('user %s', ['a']), logger }))`
      ≠ one template of two loggers ¦ shop.orders ¦ shop.users
    `,
  ];
});

messagePairs.about('fingerprints', () => {
  const frames = [{ module: 'shop.cart', function: 'total', in_app: true, package: 'shop' }];
  const base = (fingerprint: readonly unknown[], more: Sent = {}, thrown: Sent = {}): Sent => ({
    platform: 'python',
    fingerprint,
    transaction: '/cart',
    level: 'error',
    logger: 'shop',
    exception: { values: [{ type: 'KeyError', value: "'a'", stacktrace: { frames }, ...thrown }] },
    ...more,
  });
  const changed = (verdict: typeof same, reason: string, part: string, more: Sent, thrown?: Sent) =>
    verdict(reason, base([part]), base([part], more, thrown));
  const by = (name: string, more: Sent, thrown?: Sent) =>
    changed(different, `{{ ${name} }}`, `{{ ${name} }}`, more, thrown);
  const elsewhere = (change: Sent) => ({ stacktrace: { frames: [{ ...frames[0], ...change }] } });
  return [
    ...pairsOf((...parts) => base(parts.filter((part) => part !== 'none')))`
      = {{ default }} alone ¦ {{ default }} ¦ none
      = {{default}} without blanks, twice ¦ {{default}} → {{ default }} ¦ none
      = {{ error.type }} and {{ type }} ¦ {{ error.type }} ¦ {{ type }}
      = {{ stack.function }} and {{ function }} ¦ {{ stack.function }} ¦ {{ function }}
      ≠ two fingerprints ¦ billing ¦ orders
      ≠ two orders of parts ¦ a → b ¦ b → a
      ≠ {{ default }} and two tenants ¦ {{ default }} → acme ¦ {{ default }} → globex
      ≠ two unknown variables ¦ {{ weather }} ¦ {{ climate }}
      ≠ a fingerprint and none ¦ KeyError ¦ none
    `,
    same('a number as a part', base([17]), base(['17'])),
    same(
      '{{ default }} and a tenant, of two values',
      base(['{{ default }}', 'acme']),
      base(['{{ default }}', 'acme'], {}, { value: "'b'" }),
    ),
    changed(same, 'no matter what failed', 'billing', {}, { type: 'TypeError' }),
    changed(same, 'an unknown variable stands as it is', '{{ weather }}', { transaction: '/b' }),
    changed(same, '{{ error.type }} of two values', '{{ error.type }}', {}, { value: "'b'" }),
    changed(different, 'a variable within words', 'at {{ transaction }}', { transaction: '/b' }),
    by('transaction', { transaction: '/b' }),
    by('error.type', {}, { type: 'TypeError' }),
    by('type', {}, { type: 'TypeError' }),
    by('error.value', {}, { value: "'b'" }),
    by('function', {}, elsewhere({ function: 'clear' })),
    by('module', {}, elsewhere({ module: 'shop.order' })),
    by('package', {}, elsewhere({ package: 'mail' })),
    by('level', { level: 'warning' }),
    by('logger', { logger: 'mail' }),
    by('message', { message: 'gone' }),
    by('tags.tenant', { tags: { tenant: 'acme' } }),
    ...pairsOf((x) => base(['{{ tags.x }}'], { tags: [['x', x]] }))`
      ≠ {{ tags.x }} of tags that are pairs ¦ 1 ¦ 2
    `,
  ];
});

messagePairs.about('Content-Security-Policy', () => {
  const report = (directive: string, blocked: string, more: Sent = {}): Sent =>
    toSdkEvent('csp', {
      'csp-report': {
        'effective-directive': directive,
        'blocked-uri': blocked,
        'document-uri': 'https://shop.example/cart',
        ...more,
      },
    });
  const third = 'https://ads.example/a.js';
  return [
    ...pairsOf((page) => report('script-src', third, { 'document-uri': page }))`
      = two pages ¦ https://shop.example/cart ¦ https://shop.example/search
    `,
    ...pairsOf((directive, blocked) => report(directive, blocked))`
      = two files of one host ¦ script-src → ${third} ¦ script-src → https://ads.example/b.js?x=1
      ≠ two directives ¦ script-src → ${third} ¦ img-src → ${third}
      ≠ two hosts ¦ script-src → ${third} ¦ script-src → https://cdn.example/a.js
      ≠ code within the page and of a host ¦ script-src → inline ¦ script-src → ${third}
      ≠ inline and eval ¦ script-src → inline ¦ script-src → eval
    `,
    ...pairsOf((file, line) => {
      return report('script-src', third, { 'source-file': file, 'line-number': Number(line) });
    })`= where in the page ¦ https://shop.example/a.js → 1 ¦ https://shop.example/b.js → 9`,
  ];
});
