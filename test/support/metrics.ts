import parse from 'parse-prometheus-text-format';

/** The parser returns every value as text. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'COUNTER' | 'GAUGE' | 'HISTOGRAM' | 'SUMMARY' | 'UNTYPED';
  readonly metrics: readonly Sample[];
}

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value?: string;
}

export const METRICS_TOKEN = 'a token of the specs';

/** Header that allows reading metrics and the state of a relay. */
export const asReader = { Authorization: `Bearer ${METRICS_TOKEN}` };

export async function readMetricsText(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: asReader });
  if (!answer.ok) throw new Error(`${url}/metrics answered ${answer.status}.`);
  return answer.text();
}

export function parseMetrics(text: string): readonly MetricFamily[] {
  return parse(text) as MetricFamily[];
}

/**
 * Returns each kind of sample as a family of its own, such as `…_count` of a histogram. Without the
 * type comments the parser does not group them.
 */
export async function readMetrics(url: string): Promise<readonly MetricFamily[]> {
  const text = await readMetricsText(url);
  return parseMetrics(text.replaceAll(/^# .*\n/gm, ''));
}

/**
 * Returns the value of the only sample that has these labels, or undefined. Throws when several
 * match.
 */
export function findSample(
  families: readonly MetricFamily[],
  name: string,
  labels: object,
): number | undefined {
  const wanted = Object.entries(labels);
  const samples = families
    .filter((family) => family.name === name)
    .flatMap(({ metrics }) => metrics);
  const found = samples.filter((sample) =>
    wanted.every(([label, value]) => (sample.labels?.[label] ?? '') === value),
  );
  if (found.length > 1) throw new Error(`${name} has several samples with these labels.`);
  const text = found[0]?.value;
  return text === undefined ? undefined : Number(text);
}
