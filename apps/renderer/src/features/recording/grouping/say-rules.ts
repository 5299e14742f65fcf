import { type JsonObject, readRuleEffects } from '#events';

const MOST_NAMED = 3;

/**
 * Says which grouping rules acted on the event when it arrived. The project may have other rules by
 * now.
 */
export function sayRules(event: JsonObject): readonly string[] {
  const { fingerprint, title, app } = readRuleEffects(event) ?? {};
  const left = (app?.rules.length ?? 0) - MOST_NAMED;
  return [
    ...(fingerprint
      ? [`A grouping rule of the project set the fingerprint: ${fingerprint.rule}`]
      : []),
    ...(app?.rules.slice(0, MOST_NAMED) ?? []).map(
      (rule) =>
        `A grouping rule of the project set which frames are the application’s own: ${rule}`,
    ),
    ...(left > 0 ? [`${left} more grouping rules did the same for other frames.`] : []),
    ...(title ? [`A grouping rule of the project set the title of the event: ${title.rule}`] : []),
  ];
}
