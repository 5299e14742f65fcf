import { toHref } from '../../../../ui/to-href.ts';
import type { Completions } from '../completions/completions.dto.ts';

const FIELDS = 'input[data-offers]';
/** The field asks the server when nothing was typed for this long. */
const PAUSE_MS = 80;

/**
 * Offers values in fields of `TypedField`, as completions of a search for the key that the field
 * names. They come in a `datalist` of their own, because React renders the other one.
 */
export function offerTypedChoices(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;
  const offerSoon = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement) || !target.matches(FIELDS)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      asked?.abort();
      asked = new AbortController();
      offer(target, asked.signal).catch(() => undefined);
    }, PAUSE_MS);
  };
  document.addEventListener('focusin', offerSoon);
  document.addEventListener('input', offerSoon);
}

async function offer(input: HTMLInputElement, signal: AbortSignal): Promise<void> {
  const { offers = '', several } = input.dataset;
  const before = several ? (/^.*,\s*/.exec(input.value)?.[0] ?? '') : '';
  const typed = input.value.slice(before.length).replaceAll(/["\\]/g, String.raw`\$&`);
  const address = new URL(toHref('/search/completions'), document.baseURI);
  const query = `${offers}:"${typed}`;
  address.searchParams.set('query', query);
  address.searchParams.set('at', String(query.length));
  address.searchParams.set('project', listSetProjects(input, offers));
  const answer = await fetch(address, { signal, cache: 'no-store' });
  const { options }: Completions = answer.ok ? await answer.json() : { options: [] };
  findList(input).replaceChildren(
    ...options.flatMap(({ value, words = '' }) =>
      value === undefined ? [] : [new Option(words, before + value)],
    ),
  );
}

/** Values of other fields are those of the projects that the same form sets. */
function listSetProjects({ form }: HTMLInputElement, offers: string): string {
  if (offers === 'project' || !form) return '';
  return new FormData(form).getAll('project').map(String).filter(Boolean).join();
}

function findList(input: HTMLInputElement): HTMLElement {
  const id = `${input.id}-offers`;
  const known = document.getElementById(id);
  if (known) return known;
  const list = document.createElement('datalist');
  list.id = id;
  input.after(list);
  input.setAttribute('list', id);
  return list;
}
