import { capital } from './demo-language.ts';
import type { DemoFault, DemoLanguage } from './demo-language.ts';

const SUFFIXES = ['', 'Upstream', 'Slice', 'Body', 'Conn', 'Route'];

const faults: readonly DemoFault[] = [
  {
    type: '*errors.errorString',
    say: ({ noun }) => `${noun}: upstream closed the connection`,
    code: ({ noun }) => [
      [`	resp, err := c.${noun}.Do(req)`, '	if err != nil {'],
      `		return fmt.Errorf("${noun}: %w", err)`,
      ['	}'],
    ],
    isHandled: true,
  },
  {
    type: 'context.deadlineExceededError',
    say: () => 'context deadline exceeded',
    code: ({ noun }) => [
      ['	ctx, cancel := context.WithTimeout(ctx, limit)', '	defer cancel()'],
      `	return s.${noun}s.Forward(ctx, req)`,
      ['}'],
    ],
    level: 'warning',
    isHandled: true,
  },
  {
    type: 'runtime.boundsError',
    say: (_, random) => `runtime error: index out of range [${3 + random.below(6)}] with length 3`,
    code: ({ noun }) => [
      [`	parts := strings.Split(r.URL.Path, "/")`],
      `	${noun}ID := parts[3]`,
      ['	if id == "" {'],
    ],
    level: 'fatal',
  },
  {
    type: '*json.SyntaxError',
    say: (_, random) =>
      `invalid character '<' looking for beginning of value at offset ${random.below(40)}`,
    code: ({ noun }) => [
      [`	var ${noun} ${capital(noun)}`],
      `	if err := json.Unmarshal(body, &${noun}); err != nil {`,
      ['		return nil, err', '	}'],
    ],
  },
  {
    type: '*net.OpError',
    say: ({ noun }) => `dial tcp: lookup ${noun}.internal: no such host`,
    code: () => [
      ['	d := net.Dialer{Timeout: 2 * time.Second}'],
      '	conn, err := d.DialContext(ctx, "tcp", addr)',
      ['	if err != nil {'],
    ],
    isHandled: true,
  },
  {
    type: 'runtime.errorString',
    say: () => 'assignment to entry in nil map',
    code: ({ noun }) => [
      [`func (r *Routes) add(${noun} string, h Handler) {`],
      `	r.by${capital(noun)}[${noun}] = h`,
      ['}'],
    ],
  },
];

export const go: DemoLanguage = {
  platform: 'go',
  sdk: { name: 'sentry.go.http', version: '0.50.0' },
  faults,
  toFunction: ({ verb, noun }, fault) => `${verb}${capital(noun)}${SUFFIXES[fault]}`,
  libraryFrames: [
    {
      function: '(*conn).serve',
      filename: 'net/http/server.go',
      module: 'net/http',
      lineno: 2102,
      in_app: false,
    },
    {
      function: 'HandlerFunc.ServeHTTP',
      filename: 'net/http/server.go',
      module: 'net/http',
      lineno: 2322,
      in_app: false,
    },
  ],
  toPlace: ({ noun }) => ({
    filename: `gateway/${noun}/${noun}.go`,
    module: `example.org/gateway/${noun}`,
  }),
  toContexts: (random) => ({
    runtime: { name: 'go', version: 'go1.26.8', go_numroutines: 40 + random.below(200) },
    os: { name: 'linux' },
  }),
  callers: ['ServeHTTP', 'limit', 'forward'],
};
