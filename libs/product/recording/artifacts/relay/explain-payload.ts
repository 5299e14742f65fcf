import { listUnmapped, readPayload } from '#events';
import { listMissedFiles } from '../rules/index.ts';
import type { NearMissStore } from '../index.ts';

/**
 * Returns lines that explain why frames of a stored event have no original positions. Throws when
 * `json` is not a payload.
 */
export async function explainPayload(
  json: string,
  near: Pick<NearMissStore, 'explain'>,
): Promise<string[]> {
  const event = readPayload(json);
  const files = listMissedFiles(event, () => listUnmapped(json));
  if (!event.mapping && files.length === 0) {
    return ['No source map concerns this event: it has no frames of built JavaScript.'];
  }
  const { mapped, missed } = event.mapping ?? {};
  const lines = [
    mapped === undefined || missed === undefined
      ? 'No source map was looked for: the event came before the first upload of its project.'
      : `${mapped} of ${mapped + missed} frames have their original places.`,
  ];
  for (const file of files) {
    const { sentence, command } = await near.explain(event.projectId, file, () => true);
    lines.push('', sentence, ...(command === undefined ? [] : [`  ${command}`]));
  }
  return lines;
}
