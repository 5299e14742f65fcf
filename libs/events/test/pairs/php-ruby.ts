import { different, pairsOf, PairTable, same } from './pair-table.ts';
import { raise, type Raised, recursion, say, type Sent, senderOf } from './shapes.ts';

export const phpAndRubyPairs = new PairTable();

let lines = 0;

/**
 * Reads `function @ /path | code` as sentry-php 4 sends it. Code outside functions has no function,
 * and PHP's own calls are in `[internal]`. All other frames are the application's, except those in
 * `/vendor/` when `vendorIsApp` is false.
 */
function phpFrames(texts: readonly string[], vendorIsApp = true): Sent {
  const frames = texts.map((text) => {
    const [head = '', code] = text.split(' | ');
    const [name = '', path = ''] = head.split(/(?:^| )@ /);
    lines += 1;
    const isInternal = path === '[internal]';
    return {
      filename: path,
      lineno: isInternal ? 0 : lines,
      in_app: !isInternal && (vendorIsApp || !path.includes('/vendor/')),
      ...(isInternal ? {} : { abs_path: path }),
      ...(name === '' ? {} : { function: name, raw_function: name }),
      ...(code === undefined ? {} : { context_line: `        ${code}` }),
    };
  });
  return { frames };
}

function thrown(head: string, frames: readonly string[], vendorIsApp = true): Sent {
  const [type, value] = head.split(': ');
  const mechanism = { type: 'generic', handled: false };
  const stacktrace = phpFrames(frames, vendorIsApp);
  return raise('php', [{ type, value, mechanism, stacktrace }]);
}

phpAndRubyPairs.about('PHP as Composer and frameworks run it', () => {
  const root = '/var/www/shop';
  const vendor = `${root}/vendor/laravel/framework/src/Illuminate`;
  const kernel = 'Illuminate\\Foundation\\Application::handleRequest';
  const web = [
    `@ ${root}/public/index.php | $app->handleRequest(Request::capture());`,
    `${kernel} @ ${vendor}/Foundation/Application.php | $kernel->handle($request);`,
  ].join(' → ');
  const cart = `App\\Http\\Controllers\\CartController::show @ ${root}/app/Http/Controllers/CartController.php | return $this->carts->get($id);`;
  const worker = `Illuminate\\Queue\\Worker::daemon @ ${vendor}/Queue/Worker.php | $this->runJob($job);`;
  const client = `${root}/vendor/guzzlehttp/guzzle/src/Client.php | return $handler();`;
  const request = `GuzzleHttp\\Client::request @ ${client}`;
  return [
    ...pairsOf((...frames) => thrown('RuntimeException: no', frames))`
      = a framework upgraded, whose calls the SDK takes for the application
        ¦ ${web} → Pipeline::then @ ${vendor}/Pipeline/Pipeline.php | return $pipe(); → ${cart}
        ¦ ${web} → Pipeline::run @ ${vendor}/Pipeline/Pipeline.php | $this->run(); → ${cart}
      = called by the web and by a worker
        ¦ ${web} → ${cart}
        ¦ @ ${root}/artisan | $status = $app->handleCommand(new ArgvInput); → ${worker} → array_map @ [internal] → ${cart}
      ≠ one type of two packages that the front controller leads to
        ¦ ${web} → ${request} ¦ ${web} → Redis\Connection::connect @ ${root}/vendor/redis/src/Connection.php | throw
      ≠ two calls of the application to one package
        ¦ ${web} → ${cart} → ${request} ¦ ${web} → App\Mail::send @ ${root}/app/Mail.php | $this->http->post(); → GuzzleHttp\Client::post @ ${client}
      ≠ two routes of a small application, all in its front controller
        ¦ {closure} @ ${root}/public/index.php | return charge($id); ¦ {closure} @ ${root}/public/index.php | return refund($id);
    `,
    ...pairsOf((all) =>
      thrown('RuntimeException: no', [...web.split(' → '), cart, request], all === 'all'),
    )`= packages are told to the SDK, or not ¦ its own ¦ all`,
  ];
});

phpAndRubyPairs.about('PHP: what changes with each release', () => {
  const first = '/var/www/shop/releases/20261124101112';
  const second = '/var/www/shop/releases/20261201093000';
  const anonymous = (root: string, name: string) =>
    `App\\Jobs\\Handler@anonymous\0${root}/app/Jobs/Handler.php::${name} @ ${root}/app/Jobs/Handler.php`;
  const container = (hash: string, service: string) =>
    `Container${hash}\\get${service}Service::do @ ${first}/var/cache/prod/Container${hash}/get${service}Service.php`;
  const ghost = (hash: string, dir: string) =>
    `Container${dir}\\EntityManagerGhost${hash}::find @ ${first}/var/cache/prod/Container${dir}/EntityManagerGhost${hash}.php`;
  const own = `App\\Cart::total @ ${first}/src/Cart.php`;
  return [
    ...pairsOf((...frames) => thrown('LogicException: no', frames))`
      = the path in the name of a class without a name ¦ ${anonymous(first, 'run')} ¦ ${anonymous(second, 'run')}
      = the path in the name of a closure of PHP 8.4
        ¦ {closure:${first}/routes/web.php:12} @ ${first}/routes/web.php | return charge();
        ¦ {closure:${second}/routes/web.php:30} @ ${second}/routes/web.php | return charge();
      = a version in the name of the folder ¦ App\Cart::total @ /srv/shop-1.4.2/src/Cart.php ¦ App\Cart::total @ /srv/shop-1.5.0/src/Cart.php
      = a container of Symfony, compiled again ¦ ${container('Vq0NmLv', 'CartController')} ¦ ${container('FVa8dFa', 'CartController')}
      = a class that Symfony derives from another ¦ ${ghost('Ebeb667', 'Vq0NmLv')} ¦ ${ghost('7c1de02', 'FVa8dFa')}
      = a service that had to be made first ¦ ${container('Vq0NmLv', 'CartController')} → ${own} ¦ ${own}
      ≠ two methods of a class without a name ¦ ${anonymous(first, 'run')} ¦ ${anonymous(first, 'stop')}
      ≠ classes without a name of two files
        ¦ class@anonymous␀${first}/src/Cart.php::run @ ${first}/src/Cart.php ¦ class@anonymous␀${first}/src/Mail.php::run @ ${first}/src/Mail.php
      ≠ closures of two files ¦ {closure:${first}/routes/web.php:12} @ ${first}/routes/web.php ¦ {closure:${first}/routes/api.php:12} @ ${first}/routes/api.php
      ≠ two services of a container ¦ ${container('Vq0NmLv', 'CartController')} ¦ ${container('Vq0NmLv', 'Mailer')}
    `,
    ...pairsOf((head, ...frames) => thrown(head, frames))`
      = the path in the type of what was thrown
        ¦ App\Gone@anonymous␀${first}/src/Cart.php:12$0: x → ${own} ¦ App\Gone@anonymous␀${second}/src/Cart.php:31$1a: x → ${own}
      = the address that PHP 7 puts into the name
        ¦ class@anonymous␀${first}/src/Cart.php0x7fc3bc369418: x → ${own} ¦ class@anonymous␀${second}/src/Cart.php0x7f1122334455: x → ${own}
      ≠ two parents of a class that was thrown without a name
        ¦ App\Gone@anonymous␀${first}/src/Cart.php:12$0: x → ${own} ¦ App\Full@anonymous␀${first}/src/Cart.php:12$0: x → ${own}
    `,
  ];
});

phpAndRubyPairs.about('Lines of Monolog', () => {
  const line = (message: string, more: Sent = {}) =>
    say('php', message, { logger: 'monolog.app', ...more });
  const at = (name: string): Sent => ({
    stacktrace: phpFrames([
      ` @ /var/www/shop/public/index.php | $kernel->handle();`,
      `App\\${name} @ /var/www/shop/src/Orders.php | $this->logger->error($text);`,
      'Monolog\\Logger::error @ /var/www/shop/vendor/monolog/monolog/src/Logger.php',
      'Sentry\\Monolog\\Handler::doWrite @ /var/www/shop/vendor/sentry/sentry/src/Monolog/Handler.php',
    ]),
  });
  const ship = 'Order {id} could not be shipped';
  return [
    same('with its stack and without', line(ship), line(ship, at('Orders::ship'))),
    same('of two places', line(ship, at('Orders::ship')), line(ship, at('Orders::retry'))),
    same(
      'filled in, with its stack and without',
      line('Order 17 could not be shipped'),
      line('Order 4711 could not be shipped', at('Orders::ship')),
    ),
    different('two texts of one place', line(ship, at('a')), line('Order {id} is lost', at('a'))),
    different('two channels', line(ship), line(ship, { logger: 'monolog.mail' })),
    different(
      'no line of a log: one text that two places capture',
      say('php', 'gone', at('Orders::ship')),
      say('php', 'gone', at('Orders::retry')),
    ),
  ];
});

phpAndRubyPairs.about('Ruby as its SDK sends it', () => {
  const ruby = senderOf('ruby');
  /** Reads `method @ path | code`. Newer Ruby writes a module before the method. */
  const frame = (root: string, text: string, module?: string): Sent => {
    const [head = '', code] = text.split(' | ');
    const [name, path = ''] = head.split(/(?:^| )@ /);
    lines += 1;
    return {
      abs_path: `${root}/${path}`,
      filename: path,
      in_app: /^(?:app|config|lib)\//.test(path),
      lineno: lines,
      ...(name === '' ? {} : { function: name }),
      ...(module === undefined ? {} : { module }),
      ...(code === undefined ? {} : { context_line: `    ${code}\n` }),
    };
  };
  const root = '/srv/shop/releases/20261124101112';
  const gem = '/usr/local/bundle/gems/sidekiq-7.3.0/lib';
  const job = (at: string, text: string) => [
    frame(gem, 'dispatch @ sidekiq/processor.rb | klass.new.perform(*args)'),
    frame(at, text, 'Orders::ShipJob'),
  ];
  const ship = 'perform @ app/jobs/orders/ship_job.rb | carrier.ship(order)';
  const fail = (type: string, frames: readonly Sent[]) =>
    ruby(type, 'execution expired (Faraday::TimeoutError)', frames);
  const refused = {
    type: 'Errno::ECONNREFUSED',
    value: 'Connection refused',
    frames: job(root, ship),
  };
  const error = { type: 'Shop::ShipError', value: 'no carrier (Shop::ShipError)' };
  const shipped = (...causes: readonly Raised[]) =>
    raise('ruby', [...causes, { ...error, frames: job(root, ship) }]);
  const odd = 'odd @ lib/tree.rb | even(n)';
  const even = 'even @ lib/tree.rb | odd(n)';
  const tooDeep = (...calls: readonly string[]) => {
    const frames = calls.map((call) => frame(root, call));
    return ruby('SystemStackError', 'stack level too deep', [...job(root, ship), ...frames]);
  };
  return [
    ...pairsOf((at, text) => fail('Faraday::TimeoutError', job(at, text)))`
      = deployed again ¦ ${root} → ${ship} ¦ /srv/shop/releases/20261201093000 → ${ship}
      ≠ two jobs ¦ ${root} → ${ship} ¦ ${root} → perform @ app/jobs/orders/refund_job.rb | bank.refund(order)
    `,
    ...pairsOf((text) => fail('ActionView::Template::Error', [frame(root, text)]))`
      ≠ two lines of a template, whose method the SDK leaves out
        ¦ @ app/views/orders/show.html.erb | <%= @order.total %> ¦ @ app/views/orders/show.html.erb | <%= @order.user.name %>
      ≠ two templates ¦ @ app/views/orders/show.html.erb | <%= yield %> ¦ @ app/views/orders/edit.html.erb | <%= yield %>
    `,
    ...pairsOf(tooDeep)`
      = too deep a stack, met in another call of a recursion ¦ ${recursion(300, even, odd)} ¦ ${recursion(281, even, odd)} → inspect @ lib/tree.rb | to_s
    `,
    same(
      'a cause without a stack, in whose place the SDK sends the error again',
      shipped(),
      shipped(error),
    ),
    different('another cause', shipped(error), shipped(refused)),
  ];
});
