import { fieldLimits } from '../json/field-limits.ts';
import { type JsonObject, readArray, readObject, readText } from '../json/shape.ts';

/** An event's message: text, `{formatted}`, or `{message, params}`, under `logentry` or `message`. */
export function readMessage(event: JsonObject): string | undefined {
  return readEntry(event['logentry']) ?? readEntry(event['message']);
}

function readEntry(value: unknown): string | undefined {
  const entry = readObject(value);
  if (!entry) return readText(value, fieldLimits.message);
  const formatted = readText(entry['formatted'], fieldLimits.message);
  const template = readText(entry['message'], fieldLimits.message);
  return formatted ?? (template && fillIn(template, entry['params']));
}

/** Python's `%s` and `%(name)s`, JavaScript's `%d` and the like, in order; what is not given stays as it is. */
function fillIn(template: string, params: unknown): string | undefined {
  const list = readArray(params);
  const named = readObject(params) ?? {};
  let next = 0;
  const filled = template.replaceAll(
    /%(?:\((?<name>\w{1,100})\))?[sdifjoOr]/g,
    (placeholder, name?: string) => {
      const value = name === undefined ? list?.[next++] : named[name];
      return readText(value, fieldLimits.name) ?? placeholder;
    },
  );
  return readText(filled, fieldLimits.message);
}
