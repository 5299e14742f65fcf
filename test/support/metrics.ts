import parse from 'parse-prometheus-text-format';

/** As the parser gives it: every value is text. */
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

/** METRICS_TOKEN of what specs start. */
export const METRICS_TOKEN = 'a token of the specs';

/** The header of a program that reads metrics, and the state of a relay. */
export const asReader = { Authorization: `Bearer ${METRICS_TOKEN}` };

/** The answer of an application with that token at `/metrics`. */
export async function readMetricsText(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: asReader });
  if (!answer.ok) throw new Error(`${url}/metrics answered ${answer.status}.`);
  return answer.text();
}

export function parseMetrics(text: string): readonly MetricFamily[] {
  return parse(text) as MetricFamily[];
}

/** What an application answers at `/metrics`, each kind of sample for itself: `…_count` of a histogram, too. */
export async function readMetrics(url: string): Promise<readonly MetricFamily[]> {
  const text = await readMetricsText(url);
  return parseMetrics(text.replaceAll(/^# .*\n/gm, ''));
}

/** The value of the one sample with these labels, and perhaps others. */
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
