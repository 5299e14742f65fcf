import {
  type AlertDelivery,
  type AlertedIssue,
  type AlertMessage,
  DELIVERY_KIND,
} from '#product/alerting/channels/rules';
import { inChunks } from '#persistence/stores';
import { parseDelivery, toFacts } from '#product/alerting/channels';
import { toIssueTitle } from '#shared';
import {
  type ErasureStep,
  findReached,
  isErasing,
  openWindow,
  type StepResult,
} from './erasure-step.ts';

const ROWS = 100;

interface Head {
  readonly id: number;
  readonly project_id: number;
  readonly type: string;
  readonly value: string;
  readonly place: string;
}

interface Erasing {
  readonly step: ErasureStep;
  readonly heads: ReadonlyMap<number, Head>;
  readonly slug?: string;
}

/**
 * Erases the person from alerts that wait in the outbox.
 *
 * A relay that is sending such an alert loses its lease, because it would log the old text. The
 * alert may arrive twice, the second time without the name. This phase precedes the log of
 * deliveries, because sent alerts move there.
 */
export async function eraseOutbox(step: ErasureStep): Promise<StepResult> {
  const window = openWindow(step);
  const { transaction } = step;
  const rows = await transaction
    .selectFrom('outbox')
    .select(['id', 'body'])
    .where('kind', '=', DELIVERY_KIND)
    .where('id', '>', window.afterId)
    .where('id', '<=', window.upToId)
    .orderBy('id')
    .limit(ROWS)
    .execute();
  const named = await findNamed(step, rows);
  for (const { id, erased } of isErasing(step) ? named : []) {
    await transaction
      .updateTable('outbox')
      .set({ body: JSON.stringify(erased), lease: null, lease_ends_at: null })
      .where('id', '=', id)
      .execute();
  }
  return { reachedId: findReached(window, rows, ROWS), counts: { alerts: named.length } };
}

/**
 * Erases the person from the log of deliveries. Also checks answers of receivers, because some
 * repeat the message.
 */
export async function eraseDeliveries(step: ErasureStep): Promise<StepResult> {
  const window = openWindow(step);
  const { transaction, person } = step;
  const rows = await transaction
    .selectFrom('deliveries')
    .select(['id', 'body', 'answer'])
    .where('id', '>', window.afterId)
    .where('id', '<=', window.upToId)
    .orderBy('id')
    .limit(ROWS)
    .execute();
  const named = await findNamed(step, rows);
  for (const { id, answer, erased } of isErasing(step) ? named : []) {
    const { title, body } = toFacts(erased);
    await transaction
      .updateTable('deliveries')
      .set({ title, body, answer: answer && person.redact(answer) })
      .where('id', '=', id)
      .execute();
  }
  return { reachedId: findReached(window, rows, ROWS), counts: { alerts: named.length } };
}

interface StoredAlert {
  readonly id: number;
  readonly body: string | null;
  readonly answer?: string | null;
}

/**
 * Returns the alerts that name the person, with the erased version of each. Skips log entries of
 * messages to one person, because their text is not stored.
 */
async function findNamed<Row extends StoredAlert>(
  step: ErasureStep,
  rows: readonly Row[],
): Promise<(Row & { readonly erased: AlertDelivery })[]> {
  const read = rows.flatMap((row) => {
    const delivery = row.body === null ? undefined : parseDelivery(JSON.parse(row.body));
    return delivery ? { row, delivery } : [];
  });
  const erasing = await readErasing(
    step,
    read.map(({ delivery }) => delivery),
  );
  return read.flatMap(({ row, delivery }) => {
    if (!isOfProject(erasing, delivery.message)) return [];
    const erased = { ...delivery, message: eraseMessage(erasing, delivery.message) };
    const answer = row.answer ?? '';
    const isNamed =
      JSON.stringify(erased) !== JSON.stringify(delivery) || step.person.redact(answer) !== answer;
    return isNamed ? { ...row, erased } : [];
  });
}

async function readErasing(
  step: ErasureStep,
  deliveries: readonly AlertDelivery[],
): Promise<Erasing> {
  const { transaction, row } = step;
  const ids = new Set(deliveries.flatMap(({ message }) => listIssues(message)).map(({ id }) => id));
  const heads = await inChunks([...ids], (chunk) =>
    transaction
      .selectFrom('issues')
      .select(['id', 'project_id', 'type', 'value', 'place'])
      .where('id', 'in', chunk)
      .execute(),
  );
  const project =
    row.project_id === null
      ? undefined
      : await transaction
          .selectFrom('projects')
          .select('slug')
          .where('id', '=', row.project_id)
          .executeTakeFirst();
  return {
    step,
    heads: new Map(heads.map((head) => [head.id, head])),
    slug: project?.slug,
  };
}

/**
 * Whether an alert belongs to the erasure's project. An alert about several projects belongs to
 * each of them.
 */
function isOfProject({ step, heads, slug }: Erasing, message: AlertMessage): boolean {
  const { project_id: projectId } = step.row;
  if (projectId === null || message.project?.slug === slug) return true;
  return listIssues(message).some(({ id }) => heads.get(id)?.project_id === projectId);
}

/** Lists the issues of an alert. An alert that another version wrote may lack `issues`. */
function listIssues({ issues }: Partial<AlertMessage>): readonly AlertedIssue[] {
  return issues ?? [];
}

function eraseMessage(erasing: Erasing, message: AlertMessage): AlertMessage {
  const { person } = erasing.step;
  const issues = listIssues(message).map((issue) => eraseIssue(erasing, issue));
  const isRenamed = listIssues(message).some(
    ({ message: said }, at) => said !== issues[at]!.message,
  );
  const title = isRenamed ? toTitle(message, issues) : message.title;
  const lines = (message.lines ?? []).map((line) => person.redact(line));
  return { ...message, title: person.redact(title), lines, issues };
}

/**
 * Redacts the issue's texts. Uses the issue's current title when that title is already redacted,
 * because its redaction covered more names of the person.
 */
function eraseIssue({ step: { person }, heads }: Erasing, issue: AlertedIssue): AlertedIssue {
  const head = heads.get(issue.id);
  const pick = (told: string, now: string | undefined): string =>
    now?.includes(person.mark) ? now : person.redact(told);
  const { code, comments } = issue;
  return {
    ...issue,
    type: pick(issue.type, head?.type),
    message: pick(issue.message, head?.value),
    place: pick(issue.place, head?.place),
    ...(code ? { code: { ...code, text: person.redact(code.text) } } : {}),
    ...(comments
      ? { comments: comments.map(({ by, text }) => ({ by, text: person.redact(text) })) }
      : {}),
  };
}

/**
 * Builds the title again. A stored title may end in the middle of a name, and `redact` would not
 * find that part.
 */
function toTitle({ title, more }: AlertMessage, issues: readonly AlertedIssue[]): string {
  const [first] = issues;
  if (!first) return title;
  const named = toIssueTitle({ type: first.type, value: first.message });
  const count = issues.length + more;
  return count === 1 ? `${first.shortId} ${first.reason}: ${named}` : `${count} issues: ${named}`;
}
