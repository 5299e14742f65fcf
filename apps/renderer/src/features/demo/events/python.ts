import { capital } from './demo-language.ts';
import type { DemoFault, DemoLanguage } from './demo-language.ts';

const SUFFIXES = ['', '_rows', '_remote', '_totals', '_job', '_form'];

const faults: readonly DemoFault[] = [
  {
    type: 'KeyError',
    say: ({ noun }) => `'${noun}_id'`,
    code: ({ noun }) => [
      ['    data = json.loads(request.body)'],
      `    ${noun} = repository.get(data["${noun}_id"])`,
      [`    return serialise(${noun})`],
    ],
  },
  {
    type: 'IntegrityError',
    say: ({ noun }, random) =>
      `duplicate key value violates unique constraint "${noun}_number_key" DETAIL: Key (number)=(${random.below(90_000)}) already exists.`,
    code: ({ noun }) => [
      ['    with transaction.atomic():'],
      `        ${noun}.save(force_insert=True)`,
      [`        outbox.put("${noun}.created", ${noun}.pk)`],
    ],
    cause: { type: 'UniqueViolation', message: 'duplicate key value violates unique constraint' },
  },
  {
    type: 'ReadTimeout',
    say: ({ noun }) =>
      `HTTPSConnectionPool(host='${noun}.internal', port=443): Read timed out. (read timeout=3)`,
    code: ({ noun }) => [
      [`    url = f"{settings.${noun.toUpperCase()}_URL}/v2/{number}"`],
      '    answer = session.get(url, timeout=3)',
      ['    answer.raise_for_status()'],
    ],
    isHandled: true,
  },
  {
    type: 'ZeroDivisionError',
    say: () => 'division by zero',
    code: ({ noun }) => [
      [`    total = sum(line.amount for line in ${noun}.lines)`],
      `    return total / len(${noun}.lines)`,
      [''],
    ],
  },
  {
    type: 'MemoryError',
    say: () => '',
    code: ({ noun }) => [
      [`    query = ${capital(noun)}.objects.filter(exported=False)`],
      '    rows = list(query.iterator())',
      ['    return render(rows)'],
    ],
    level: 'fatal',
  },
  {
    type: 'ValidationError',
    say: ({ noun }, random) => `${noun}: '${random.hex(4)}' is not a valid postal code`,
    code: () => [
      ['    form = self.get_form()'],
      '    cleaned = form.clean_address()',
      ['    return cleaned'],
    ],
    level: 'warning',
    isHandled: true,
  },
];

export const python: DemoLanguage = {
  platform: 'python',
  sdk: { name: 'sentry.python.django', version: '3.4.1' },
  faults,
  toFunction: ({ verb, noun }, fault) => `${verb}_${noun}${SUFFIXES[fault]}`,
  libraryFrames: [
    {
      function: 'inner',
      filename: 'django/core/handlers/exception.py',
      module: 'django.core.handlers.exception',
      lineno: 55,
      in_app: false,
    },
    {
      function: '_get_response',
      filename: 'django/core/handlers/base.py',
      module: 'django.core.handlers.base',
      lineno: 197,
      in_app: false,
    },
  ],
  toPlace: ({ noun }) => ({ filename: `shop/${noun}s/views.py`, module: `shop.${noun}s.views` }),
  toContexts: (random) => ({
    runtime: { name: 'CPython', version: random.pick(['3.13.9', '3.14.1']) },
  }),
  callers: ['dispatch', 'post', 'handle'],
};
