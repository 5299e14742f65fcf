import { different, PairTable, same } from './pair-table.ts';
import { raise, say, type Sent, senderOf } from './shapes.ts';

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
    const [name = '', path = ''] = head.split(' @ ');
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

function thrown(type: string, value: string, frames: readonly string[], vendorIsApp = true): Sent {
  const mechanism = { type: 'generic', handled: false };
  const stacktrace = phpFrames(frames, vendorIsApp);
  return raise('php', [{ type, value, mechanism, stacktrace }]);
}

phpAndRubyPairs.about('PHP as Composer and frameworks run it', () => {
  const root = '/var/www/shop';
  const vendor = `${root}/vendor/laravel/framework/src/Illuminate`;
  const web = [
    ` @ ${root}/public/index.php | $app->handleRequest(Request::capture());`,
    `Illuminate\\Foundation\\Application::handleRequest @ ${vendor}/Foundation/Application.php | $kernel->handle($request);`,
  ];
  const cart = `App\\Http\\Controllers\\CartController::show @ ${root}/app/Http/Controllers/CartController.php | return $this->carts->get($id);`;
  const fail = (...frames: readonly string[]) => thrown('RuntimeException', 'no', frames);
  const client = (name: string) =>
    `GuzzleHttp\\Client::${name} @ ${root}/vendor/guzzlehttp/guzzle/src/Client.php | return $handler();`;
  return [
    same(
      'a framework upgraded, whose calls the SDK takes for the application',
      fail(...web, `Pipeline::then @ ${vendor}/Pipeline/Pipeline.php | return $pipe();`, cart),
      fail(...web, `Pipeline::run @ ${vendor}/Pipeline/Pipeline.php | $this->run();`, cart),
    ),
    same(
      'packages are told to the SDK, or not',
      thrown('RuntimeException', 'no', [...web, cart, client('request')], false),
      fail(...web, cart, client('request')),
    ),
    same(
      'called by the web and by a worker',
      fail(...web, cart),
      fail(
        ` @ ${root}/artisan | $status = $app->handleCommand(new ArgvInput);`,
        `Illuminate\\Queue\\Worker::daemon @ ${vendor}/Queue/Worker.php | $this->runJob($job);`,
        `array_map @ [internal]`,
        cart,
      ),
    ),
    different(
      'one type of two packages that the front controller leads to',
      fail(...web, client('request')),
      fail(...web, `Redis\\Connection::connect @ ${root}/vendor/redis/src/Connection.php | throw`),
    ),
    different(
      'two calls of the application to one package',
      fail(...web, cart, client('request')),
      fail(...web, `App\\Mail::send @ ${root}/app/Mail.php | $this->http->post();`, client('post')),
    ),
    different(
      'two routes of a small application, all in its front controller',
      fail(`{closure} @ ${root}/public/index.php | return charge($id);`),
      fail(`{closure} @ ${root}/public/index.php | return refund($id);`),
    ),
  ];
});

phpAndRubyPairs.about('PHP: what changes with each release', () => {
  const [first, second] = ['20261124101112', '20261201093000'].map(
    (release) => `/var/www/shop/releases/${release}`,
  );
  const fail = (...frames: readonly string[]) => thrown('LogicException', 'no', frames);
  const anonymous = (root: string, name: string) =>
    `App\\Jobs\\Handler@anonymous\0${root}/app/Jobs/Handler.php::${name} @ ${root}/app/Jobs/Handler.php`;
  const container = (hash: string, service: string) =>
    `Container${hash}\\get${service}Service::do @ ${first}/var/cache/prod/Container${hash}/get${service}Service.php`;
  const ghost = (hash: string, dir: string) =>
    `Container${dir}\\EntityManagerGhost${hash}::find @ ${first}/var/cache/prod/Container${dir}/EntityManagerGhost${hash}.php`;
  const own = `App\\Cart::total @ ${first}/src/Cart.php`;
  return [
    same(
      'the path in the name of a class without a name',
      fail(anonymous(first!, 'run')),
      fail(anonymous(second!, 'run')),
    ),
    same(
      'the path in the type of what was thrown',
      thrown(`App\\Gone@anonymous\0${first}/src/Cart.php:12$0`, 'x', [own]),
      thrown(`App\\Gone@anonymous\0${second}/src/Cart.php:31$1a`, 'x', [own]),
    ),
    same(
      'the address that PHP 7 puts into the name',
      thrown(`class@anonymous\0${first}/src/Cart.php0x7fc3bc369418`, 'x', [own]),
      thrown(`class@anonymous\0${second}/src/Cart.php0x7f1122334455`, 'x', [own]),
    ),
    same(
      'the path in the name of a closure of PHP 8.4',
      fail(`{closure:${first}/routes/web.php:12} @ ${first}/routes/web.php | return charge();`),
      fail(`{closure:${second}/routes/web.php:30} @ ${second}/routes/web.php | return charge();`),
    ),
    same(
      'a version in the name of the folder',
      fail('App\\Cart::total @ /srv/shop-1.4.2/src/Cart.php'),
      fail('App\\Cart::total @ /srv/shop-1.5.0/src/Cart.php'),
    ),
    same(
      'a container of Symfony, compiled again',
      fail(container('Vq0NmLv', 'CartController')),
      fail(container('FVa8dFa', 'CartController')),
    ),
    same(
      'a class that Symfony derives from another',
      fail(ghost('Ebeb667', 'Vq0NmLv')),
      fail(ghost('7c1de02', 'FVa8dFa')),
    ),
    same(
      'a service that had to be made first',
      fail(container('Vq0NmLv', 'CartController'), own),
      fail(own),
    ),
    different(
      'two methods of a class without a name',
      fail(anonymous(first!, 'run')),
      fail(anonymous(first!, 'stop')),
    ),
    different(
      'classes without a name of two files',
      fail(`class@anonymous\0${first}/src/Cart.php::run @ ${first}/src/Cart.php`),
      fail(`class@anonymous\0${first}/src/Mail.php::run @ ${first}/src/Mail.php`),
    ),
    different(
      'closures of two files',
      fail(`{closure:${first}/routes/web.php:12} @ ${first}/routes/web.php`),
      fail(`{closure:${first}/routes/api.php:12} @ ${first}/routes/api.php`),
    ),
    different(
      'two parents of a class that was thrown without a name',
      thrown(`App\\Gone@anonymous\0${first}/src/Cart.php:12$0`, 'x', [own]),
      thrown(`App\\Full@anonymous\0${first}/src/Cart.php:12$0`, 'x', [own]),
    ),
    different(
      'two services of a container',
      fail(container('Vq0NmLv', 'CartController')),
      fail(container('Vq0NmLv', 'Mailer')),
    ),
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
    const [name, path] = head.split(' @ ');
    lines += 1;
    return {
      abs_path: `${root}/${path}`,
      filename: path,
      in_app: /^(?:app|config|lib)\//.test(path!),
      lineno: lines,
      ...(name === '' ? {} : { function: name }),
      ...(module === undefined ? {} : { module }),
      ...(code === undefined ? {} : { context_line: `    ${code}\n` }),
    };
  };
  const root = '/srv/shop/releases/20261124101112';
  const next = '/srv/shop/releases/20261201093000';
  const gem = '/usr/local/bundle/gems/sidekiq-7.3.0/lib';
  const job = (at: string, text: string) => [
    frame(gem, 'dispatch @ sidekiq/processor.rb | klass.new.perform(*args)'),
    frame(at, text, 'Orders::ShipJob'),
  ];
  const ship = 'perform @ app/jobs/orders/ship_job.rb | carrier.ship(order)';
  const fail = (frames: readonly Sent[], type = 'Faraday::TimeoutError') =>
    ruby(type, 'execution expired (Faraday::TimeoutError)', frames);
  const twice = (frames: readonly Sent[]) =>
    raise('ruby', [
      { type: 'Shop::ShipError', value: 'no carrier (Shop::ShipError)' },
      { type: 'Shop::ShipError', value: 'no carrier (Shop::ShipError)', frames },
    ]);
  const view = (template: string, code: string) => [
    frame(root, ` @ app/views/orders/${template}.html.erb | ${code}`),
  ];
  return [
    same('deployed again', fail(job(root, ship)), fail(job(next, ship))),
    same(
      'a cause without a stack, in whose place the SDK sends the error again',
      ruby('Shop::ShipError', 'no carrier (Shop::ShipError)', job(root, ship)),
      twice(job(root, ship)),
    ),
    same(
      'too deep a stack, met in another call of a recursion',
      ruby('SystemStackError', 'stack level too deep', [
        ...job(root, ship),
        ...Array.from({ length: 300 }, (_, at) =>
          frame(root, at % 2 ? 'odd @ lib/tree.rb | even(n)' : 'even @ lib/tree.rb | odd(n)'),
        ),
      ]),
      ruby('SystemStackError', 'stack level too deep', [
        ...job(root, ship),
        ...Array.from({ length: 281 }, (_, at) =>
          frame(root, at % 2 ? 'odd @ lib/tree.rb | even(n)' : 'even @ lib/tree.rb | odd(n)'),
        ),
        frame(root, 'inspect @ lib/tree.rb | to_s'),
      ]),
    ),
    different(
      'two jobs',
      fail(job(root, ship)),
      fail(job(root, 'perform @ app/jobs/orders/refund_job.rb | bank.refund(order)')),
    ),
    different(
      'two lines of a template, whose method the SDK leaves out',
      fail(view('show', '<%= @order.total %>'), 'ActionView::Template::Error'),
      fail(view('show', '<%= @order.user.name %>'), 'ActionView::Template::Error'),
    ),
    different(
      'two templates',
      fail(view('show', '<%= yield %>'), 'ActionView::Template::Error'),
      fail(view('edit', '<%= yield %>'), 'ActionView::Template::Error'),
    ),
    different(
      'another cause',
      twice(job(root, ship)),
      raise('ruby', [
        { type: 'Errno::ECONNREFUSED', value: 'Connection refused', frames: job(root, ship) },
        { type: 'Shop::ShipError', value: 'no carrier (Shop::ShipError)', frames: job(root, ship) },
      ]),
    ),
  ];
});
