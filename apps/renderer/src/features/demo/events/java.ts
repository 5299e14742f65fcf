import { capital } from './demo-language.ts';
import type { DemoFault, DemoLanguage } from './demo-language.ts';

const SUFFIXES = ['', 'WithRetry', 'Inside', 'ForUpdate', 'All', 'Quietly'];

const faults: readonly DemoFault[] = [
  {
    type: 'NullPointerException',
    say: ({ noun }) =>
      `Cannot invoke "com.acme.billing.${capital(noun)}.getCurrency()" because "${noun}" is null`,
    code: ({ noun }) => [
      [`        ${capital(noun)} ${noun} = repository.findByNumber(number);`],
      `        return rates.of(${noun}.getCurrency(), date);`,
      ['    }'],
    ],
  },
  {
    type: 'SocketTimeoutException',
    say: (_, random) => `Read timed out after 3000 ms from 10.0.${random.below(9)}.17:443`,
    code: () => [
      ['        var request = HttpRequest.newBuilder(uri).timeout(LIMIT).build();'],
      '        return client.send(request, ofString()).body();',
      ['    }'],
    ],
    isHandled: true,
  },
  {
    type: 'DataAccessException',
    say: ({ noun }) => `could not execute statement [update ${noun}s set paid = true where id = ?]`,
    code: ({ noun }) => [
      ['    @Transactional'],
      `        jdbc.update(MARK_${noun.toUpperCase()}_PAID, id);`,
      ['    }'],
    ],
    cause: {
      type: 'SQLTransientConnectionException',
      message: 'HikariPool-1 - Connection is not available, request timed out after 30000ms.',
    },
  },
  {
    type: 'OptimisticLockException',
    say: ({ noun }, random) =>
      `Row was updated or deleted by another transaction: ${noun}#${random.below(9000)}`,
    code: ({ noun }) => [
      [`        ${noun}.settle(amount);`],
      `        entityManager.merge(${noun});`,
      ['        events.publish(new Settled(id));'],
    ],
    level: 'warning',
  },
  {
    type: 'ConcurrentModificationException',
    say: () => '',
    code: ({ noun }) => [
      [`        for (var each : ${noun}s) {`],
      `            if (each.isExpired()) ${noun}s.remove(each);`,
      ['        }'],
    ],
  },
  {
    type: 'IllegalStateException',
    say: ({ noun }) => `${capital(noun)} is closed already`,
    code: ({ noun }) => [
      ['        lock.lock();'],
      `        require(${noun}.isOpen(), "${capital(noun)} is closed already");`,
      ['        lock.unlock();'],
    ],
  },
];

export const java: DemoLanguage = {
  platform: 'java',
  sdk: { name: 'sentry.java.spring-boot.jakarta', version: '9.2.0' },
  faults,
  toFunction: ({ verb, noun }, fault) => `${verb}${capital(noun)}${SUFFIXES[fault]}`,
  libraryFrames: [
    {
      function: 'runWorker',
      filename: 'ThreadPoolExecutor.java',
      module: 'java.util.concurrent.ThreadPoolExecutor',
      lineno: 1144,
      in_app: false,
    },
    {
      function: 'doDispatch',
      filename: 'DispatcherServlet.java',
      module: 'org.springframework.web.servlet.DispatcherServlet',
      lineno: 1089,
      in_app: false,
    },
  ],
  toPlace: ({ noun }) => ({
    filename: `${capital(noun)}Service.java`,
    module: `com.acme.billing.${noun}.${capital(noun)}Service`,
  }),
  toContexts: (random) => ({
    runtime: { name: 'OpenJDK Runtime Environment', version: random.pick(['25.0.1', '21.0.9']) },
  }),
  callers: ['handle', 'charge', 'inTransaction'],
};
