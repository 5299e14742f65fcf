import { different, PairTable, same } from './pair-table.ts';
import { log, raise, say, type Sent, toStack } from './shapes.ts';

export const messagePairs = new PairTable();
import { toSdkEvent } from '../../src/reading/to-sdk-event.ts';

const text = (message: string, more: Sent = {}) => say('python', message, more);
const alike = (reason: string, one: string, other: string) => same(reason, text(one), text(other));
const apart = (reason: string, one: string, other: string) =>
  different(reason, text(one), text(other));

messagePairs.about('messages', () => {
  return [
    alike('a value after =', 'import failed, tenant=acme', 'import failed, tenant=globex'),
    alike('several values after =', 'lost user=ann region=eu', 'lost user=bob region=us'),
    alike('a value after = in quotes', 'lost user="ann lee"', 'lost user="bob"'),
    alike('a value after = with blanks', 'lost user = ada', 'lost user = grace'),
    alike('a value after = with and without blanks', 'lost user = ada', 'lost user=grace'),
    alike('a value after = and a blank', 'lost user= ada, id= 7', 'lost user= grace, id= 12'),
    alike('a value in quotes after = with blanks', "user = 'ada l' is gone", 'user = "b" is gone'),
    alike('words in double quotes', 'no file "a b.txt" here', 'no file "c.txt" here'),
    alike('words in single quotes', "tenant 'acme' is unknown", "tenant 'globex' is unknown"),
    alike('words in backticks', 'query `select 1` failed', 'query `update x` failed'),
    alike('words in typographic quotes', 'tenant “acme” is unknown', 'tenant “globex” is unknown'),
    alike('a quoted path', "cannot open '/data/in/a b.csv'", "cannot open '/tmp/c.csv'"),
    alike('a path', 'cannot open /data/in/ann.csv', 'cannot open /var/spool/bob.csv'),
    alike('a path of Windows', 'cannot open C:\\data\\ann.csv', 'cannot open D:\\in\\bob.csv'),
    alike('a relative path', 'cannot open data/in/ann.csv', 'cannot open spool/bob.csv'),
    alike(
      'a relative path and one of the root',
      'cannot open in/ann.csv',
      'cannot open /in/bob.csv',
    ),
    alike('a relative path of Windows', 'cannot open in\\ann.csv', 'cannot open data\\b\\bob.csv'),
    alike('a relative path with a line', 'bad row in a/b.csv:17', 'bad row in c/d.csv:4'),
    alike('numbers', 'user 17 exceeded 20', 'user 4711 exceeded 3'),
    alike('a negative number and a fraction', 'balance is -17.50', 'balance is 3'),
    alike('numbers with thousands', 'sent 1,234,567 rows', 'sent 12 rows'),
    alike('an exponent', 'ratio was 1.5e-7', 'ratio was 3.2e+12'),
    alike('a number with a unit that touches it', 'took 1200ms', 'took 7s'),
    alike('a number with a unit behind it', 'took 1200 ms', 'took 3.5 s'),
    alike('a duration of Go', 'took 1h2m3.5s', 'took 350.2µs'),
    alike('a duration of ISO', 'took PT3.5S', 'took PT1M20S'),
    alike('a duration in words', 'timed out after 1 second', 'timed out after 30 seconds'),
    alike('a size', 'wrote 12.5MB', 'wrote 3 KiB'),
    alike('a share', 'disk at 91%', 'disk at 97.5 %'),
    alike('hexadecimal', 'bad pointer 0x7f5c90026000', 'bad pointer 0x1F'),
    alike('a hash', 'commit 0c8b4f28 failed', 'commit b74666c3 failed'),
    alike(
      'a long hash',
      'layer 0c8b4f28c5d9e7aab74666c32c19ec31e77dd27c lost',
      'layer b74666c32c19ec31e77dd27c0c8b4f28c5d9e7aa lost',
    ),
    alike(
      'the identity of an object of Java',
      'leaked com.acme.Pool@1a2b3c4d',
      'leaked com.acme.Pool@7f31245a',
    ),
    alike(
      'a uuid',
      'job 3d4a2831-b903-40f0-a7f2-20946a7a22c9 died',
      'job 0F8FAD5B-D9CB-469F-A165-70867728950E died',
    ),
    alike(
      'an address of mail',
      'no mailbox ann@example.org',
      'no mailbox bob.lee+x@mail.example.com',
    ),
    alike('an address of the network', 'refused by 10.0.0.7', 'refused by 192.168.1.12'),
    alike('an address with a port', 'refused by 10.0.0.7:5432', 'refused by 10.0.0.9:5433'),
    alike(
      'an address of IPv6',
      'refused by [::1]:5432',
      'refused by [fe80::1ff:fe23:4567:890a]:80',
    ),
    alike('an address of hardware', 'lost 00:1b:44:11:3a:b7', 'lost 9c:b6:d0:1a:22:ff'),
    alike('a host with a number', 'out of disk on db-3', 'out of disk on db-17'),
    alike(
      'a host with a number and a domain',
      'lost web12.eu.example.org',
      'lost web7.eu.example.org',
    ),
    alike('a pod', 'evicted shop-7d9f8b6c5-x2x4k', 'evicted shop-5c66b5d9f8-zq9wm'),
    alike('a URL', 'GET https://a.example/x?y=1 failed', 'GET http://b.example:80/z failed'),
    alike(
      'a URL of a database',
      'lost postgresql://app:pw@db/shop',
      'lost postgresql://app@db2/shop',
    ),
    alike('JSON', 'rejected {"id": 17, "a": [1, 2]}', 'rejected {"id": 4711, "b": {"c": "d"}}'),
    alike('a list of JSON', 'rejected [{"id": 17}]', 'rejected [{"id": 1}, {"id": 2}]'),
    alike(
      'a dictionary of Python',
      "denied {'email': 'a@b.c', 'n': 1}",
      "denied {'email': 'x@y.z', 'n': 2}",
    ),
    alike('a dictionary with numbers as keys', "denied {1: 'a', 2: 'b'}", "denied {7: 'x'}"),
    alike('a dictionary of numbers', 'denied {1: 0.5, 2: 1.5}', 'denied { -7: 3 }'),
    alike('an id behind letters', 'order A-1001 is lost', 'order A-77 is lost'),
    alike('an id that begins with other letters', 'order P-77 is lost', 'order U-1 is lost'),
    alike('an id behind an underscore', 'lost session_17', 'lost session_4711'),
    alike('an id of Stripe', 'no customer cus_9s6XKzkNRiz8i3', 'no customer cus_NffrFeUfNV2Hib'),
    alike(
      'a token',
      'bad token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
      'bad token eyJ0eXAiOiJKV1QifQ.eyJzdWIiOiIyIn0.b3Ro',
    ),
    alike('a user with a number', 'denied for user u1', 'denied for user u22'),
    alike('blanks and lines', 'two\n  lines', 'two lines'),
    alike(
      'an object of JSON that is cut',
      'rejected {"id": 17, "a": [1,',
      'rejected {"id": 4711, "b": "x',
    ),
    alike(
      'a name of a file with a number',
      'import of file 1795393162.8000722 broke',
      'import of file 1795393999.1 broke',
    ),
    apart('a number of the system, as Python has it', '[Errno 2] gone', '[Errno 13] gone'),
    apart('a number of Windows', '[WinError 5] no', '[WinError 32] no'),
    apart('an exit code', 'import ended with exit code 1', 'import ended with exit code 137'),
    apart('an HRESULT', 'Exception from HRESULT: 0x80070005', 'Exception from HRESULT: 0x80070002'),
    apart('an HRESULT in brackets', 'failed. (0x8007000E)', 'failed. (0x80004005)'),
    apart('a state of Windows NT', 'crashed with 0xC0000005', 'crashed with 0xC00000FD'),
    apart('a signal', 'killed by signal 9', 'killed by signal 11'),
    alike('a list of numbers', 'no rows for [1, 2, 3]', 'no rows for [7]'),
    alike('a list of numbers as Go prints it', 'no rows for [1 2 3]', 'no rows for [7 8]'),
    alike('words in angle quotes', 'user «ann» is unknown', 'user «bob» is unknown'),
    alike(
      'a date as JavaScript prints it',
      'late by Mon Nov 23 2026 12:13:14 GMT+0000 (Coordinated Universal Time)',
      'late by Tue Feb 03 2026 02:13:14 GMT+0100 (Central European Standard Time)',
    ),
  ];
});

messagePairs.about('dates in messages', () => {
  const other = 'due 2026-11-23T00:38:16Z';
  const forms = [
    'due 2025-01-02 03:04:05.678',
    'due 2025-01-02T03:04:05+01:00',
    'due 2025/01/02 03:04:05',
    'due 20250102T030405Z',
    'due 02.01.2025 03:04',
    'due 01/02/2025 3:04 PM',
    'due 02/Jan/2025:03:04:05 +0000',
    'due Thu Jan 2 03:04:05 UTC 2025',
    'due Thu, 02 Jan 2025 03:04:05 GMT',
    'due January 2, 2025',
    'due 2 Jan 2025 03:04:05',
    'due Jan 2 03:04:05',
  ];
  return forms.map((form) => alike(form, form, other));
});

messagePairs.about('messages that are two', () => {
  return [
    apart('two texts', 'disk is full', 'queue is long'),
    apart('one word', 'disk full', 'disk low'),
    apart('one word at the end', 'could not ship to Rome', 'could not ship to Oslo'),
    apart('two names before =', 'bad tenant=acme', 'bad region=acme'),
    apart('with and without a value', 'import failed', 'import failed, tenant=acme'),
    apart('words around a quote', "tenant 'acme' is unknown", "tenant 'acme' is locked"),
    apart('words around a number', 'sent 17 rows', 'lost 17 rows'),
    apart('two names before = with blanks', 'bad tenant = acme', 'bad region = acme'),
    apart('words after = with blanks', 'x = 1 is odd', 'x = 1 is even'),
    apart('two comparisons', 'x == ada', 'x == grace'),
    apart('two directions', 'a => b', 'a => c'),
    apart('words around a relative path', 'cannot open in/a.csv', 'cannot close in/a.csv'),
    apart('two words with a slash', 'bad input/output', 'bad client/server'),
    apart('two kinds of content', 'cannot read application/json', 'cannot read text/plain'),
    apart('words around a dictionary', 'denied {1: 2}', 'lost {1: 2}'),
    apart('words around a path', 'cannot open /data/a', 'cannot close /data/a'),
    apart(
      'two states of HTTP',
      'upstream answered with HTTP 404',
      'upstream answered with HTTP 503',
    ),
    apart(
      'two status codes',
      'Request failed with status code 404',
      'Request failed with status code 500',
    ),
    apart('two codes of Oracle', 'ORA-01017: failed', 'ORA-12541: failed'),
    apart('two versions of a protocol', 'cannot speak http2', 'cannot speak http3'),
    apart('two encodings', 'cannot decode UTF-8', 'cannot decode UTF-16'),
    apart('two algorithms', 'bad sha256', 'bad md5'),
    apart('two verbs', 'GET /orders failed', 'POST /orders failed'),
    apart('two classes', 'leaked com.acme.Pool@1a2b3c4d', 'leaked com.acme.Cache@1a2b3c4d'),
    apart('words that contract', "can't open it, don't close it", "can't find it, don't lose it"),
    apart('two words that look like hexadecimal', 'cannot feed it', 'cannot face it'),
    apart('a date and a number', 'due 2026-11-23', 'due 17'),
    apart('a size and a duration', 'took 12 MB', 'took 12 ms'),
    apart('two kinds of host', 'out of disk on db-3', 'out of disk on web-3'),
    apart('two letters', 'state A', 'state B'),
    apart('questions in two languages', 'Größe ist ungültig', 'Datei ist ungültig'),
    apart('texts beyond ASCII', '日本語', 'עברית'),
    apart('either of two', 'read and/or write', 'read or write'),
    apart('an empty list and words', 'rejected []', 'rejected all'),
    different(
      'two loggers',
      text('gone', { logger: 'shop.db' }),
      text('gone', { logger: 'shop.http' }),
    ),
    different(
      'nothing is said: two transactions',
      say('python', undefined, { transaction: '/a' }),
      say('python', undefined, { transaction: '/b' }),
    ),
    same(
      'nothing is said: one transaction',
      say('python', undefined, { transaction: '/a' }),
      say('python', undefined, { transaction: '/a' }),
    ),
    same(
      'levels do not split a text',
      text('gone', { level: 'error' }),
      text('gone', { level: 'warning' }),
    ),
    same(
      'tags do not split a text',
      text('gone', { tags: { a: '1' } }),
      text('gone', { tags: { a: '2' } }),
    ),
  ];
});

messagePairs.about('templates', () => {
  const at = (call: string, event: Sent): Sent => ({
    ...event,
    threads: { values: [{ current: true, stacktrace: toStack('python', [call]) }] },
  });
  /** JavaScript's `attachStacktrace` sends the stack as an exception without a type. */
  const script = (call?: string): Sent => ({
    ...raise(
      'javascript',
      call === undefined
        ? []
        : [
            {
              value: 'user ann failed',
              frames: [`${call}@https://shop.example/js/pay.js:3:1`],
              mechanism: { type: 'generic', handled: true, synthetic: true },
            },
          ],
    ),
    logentry: { message: 'user %s failed', params: ['ann'] },
  });
  return [
    same(
      '%s',
      log('user %s failed in %s', ['ann', 'checkout'], 'user ann failed in checkout'),
      log('user %s failed in %s', ['bob', 'cart'], 'user bob failed in cart'),
    ),
    same(
      '{}',
      log('user {} failed', ['ann'], 'user ann failed'),
      log('user {} failed', ['bob'], 'user bob failed'),
    ),
    same(
      '{0}',
      log('user {0} failed', ['ann'], 'user ann failed'),
      log('user {0} failed', ['bob'], 'user bob failed'),
    ),
    same(
      '{name}',
      log('user {name} failed', ['ann'], 'user ann failed'),
      log('user {name} failed', ['bob'], 'user bob failed'),
    ),
    same(
      'named parameters',
      say('python', undefined, { logentry: { message: 'full: %(host)s', params: { host: 'db' } } }),
      say('python', undefined, {
        logentry: { message: 'full: %(host)s', params: { host: 'web' } },
      }),
    ),
    same(
      'without the text made of both',
      say('python', undefined, { logentry: { message: 'user %s', params: ['ann'] } }),
      say('python', undefined, { logentry: { message: 'user %s', params: ['bob'] } }),
    ),
    same(
      'a uuid that was put into a template',
      log('job 3d4a2831-b903-40f0-a7f2-20946a7a22c9 of %s', ['ann'], 'x'),
      log('job 0f8fad5b-d9cb-469f-a165-70867728950e of %s', ['bob'], 'y'),
    ),
    same(
      'with the stack of where it is logged, and without',
      log('user %s failed', ['ann'], 'user ann failed'),
      at('shop.orders.ship', log('user %s failed', ['bob'], 'user bob failed')),
    ),
    same(
      'a text that takes nothing, with its stack and without',
      log('disk is full', [], 'disk is full'),
      at('shop.orders.ship', log('disk is full', [], 'disk is full')),
    ),
    same(
      'without a logger, with its stack and without',
      { ...log('user %s failed', ['ann'], 'user ann failed'), logger: undefined },
      at('shop.x.y', { ...log('user %s failed', ['b'], 'user b failed'), logger: undefined }),
    ),
    same('as SDKs of JavaScript send it, with its stack and without', script(), script('pay')),
    different(
      'two templates of one place',
      at('shop.orders.ship', log('user %s failed', ['ann'], 'user ann failed')),
      at('shop.orders.ship', log('user %s vanished', ['ann'], 'user ann vanished')),
    ),
    different(
      'a template, and an error that its line reports',
      log('user %s failed', ['ann'], 'user ann failed'),
      {
        ...raise('python', [{ type: 'KeyError', value: "'a'", frames: ['shop.orders.ship'] }]),
        logentry: { message: 'user %s failed', params: ['ann'] },
        logger: 'shop.orders',
      },
    ),
    different(
      'no template and no logger: one text of two places',
      at('shop.orders.ship', text('gone')),
      at('shop.orders.load', text('gone')),
    ),
    different(
      'two templates of one text',
      log('user %s failed', ['ann'], 'user ann failed'),
      log('%s ann failed', ['user'], 'user ann failed'),
    ),
    different(
      'two templates',
      log('user %s failed', ['ann'], 'user ann failed'),
      log('user %s vanished', ['ann'], 'user ann vanished'),
    ),
    different(
      'two steps that stand in their templates',
      log('step 1 of %s failed', ['a'], 'step 1 of a failed'),
      log('step 2 of %s failed', ['a'], 'step 2 of a failed'),
    ),
    different(
      'two templates of nothing but a placeholder and a word',
      log('%s gone', ['a'], 'a gone'),
      log('%s lost', ['a'], 'a lost'),
    ),
    different('one template of two loggers', log('user %s', ['a'], 'user a'), {
      ...log('user %s', ['a'], 'user a'),
      logger: 'shop.users',
    }),
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
  const by = (name: string, more: Sent, thrown?: Sent) =>
    different(`{{ ${name} }}`, base([`{{ ${name} }}`]), base([`{{ ${name} }}`], more, thrown));
  const elsewhere = (change: Sent) => ({ stacktrace: { frames: [{ ...frames[0], ...change }] } });
  return [
    same('no matter what failed', base(['billing']), base(['billing'], {}, { type: 'TypeError' })),
    same('{{ default }} alone', base(['{{ default }}']), base([])),
    same('{{default}} without blanks, twice', base(['{{default}}', '{{ default }}']), base([])),
    same(
      '{{ default }} and a tenant, of two values',
      base(['{{ default }}', 'acme']),
      base(['{{ default }}', 'acme'], {}, { value: "'b'" }),
    ),
    same('{{ error.type }} and {{ type }}', base(['{{ error.type }}']), base(['{{ type }}'])),
    same(
      '{{ stack.function }} and {{ function }}',
      base(['{{ stack.function }}']),
      base(['{{ function }}']),
    ),
    same(
      'an unknown variable stands as it is',
      base(['{{ weather }}']),
      base(['{{ weather }}'], { transaction: '/b' }),
    ),
    same(
      '{{ error.type }} of two values',
      base(['{{ error.type }}']),
      base(['{{ error.type }}'], {}, { value: "'b'" }),
    ),
    same('a number as a part', base([17]), base(['17'])),
    different('two fingerprints', base(['billing']), base(['orders'])),
    different('two orders of parts', base(['a', 'b']), base(['b', 'a'])),
    different(
      '{{ default }} and two tenants',
      base(['{{ default }}', 'acme']),
      base(['{{ default }}', 'globex']),
    ),
    different('two unknown variables', base(['{{ weather }}']), base(['{{ climate }}'])),
    different(
      'a variable within words',
      base(['at {{ transaction }}']),
      base(['at {{ transaction }}'], { transaction: '/b' }),
    ),
    different('a fingerprint and none', base(['KeyError']), base([])),
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
    different(
      '{{ tags.x }} of tags that are pairs',
      base(['{{ tags.x }}'], { tags: [['x', '1']] }),
      base(['{{ tags.x }}'], { tags: [['x', '2']] }),
    ),
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
    same(
      'two pages',
      report('script-src', third),
      report('script-src', third, { 'document-uri': 'https://shop.example/search' }),
    ),
    same(
      'two files of one host',
      report('script-src', third),
      report('script-src', 'https://ads.example/b.js?x=1'),
    ),
    same(
      'where in the page',
      report('script-src', third, { 'source-file': 'https://shop.example/a.js', 'line-number': 1 }),
      report('script-src', third, { 'source-file': 'https://shop.example/b.js', 'line-number': 9 }),
    ),
    different('two directives', report('script-src', third), report('img-src', third)),
    different(
      'two hosts',
      report('script-src', third),
      report('script-src', 'https://cdn.example/a.js'),
    ),
    different(
      'code within the page and of a host',
      report('script-src', 'inline'),
      report('script-src', third),
    ),
    different('inline and eval', report('script-src', 'inline'), report('script-src', 'eval')),
  ];
});
