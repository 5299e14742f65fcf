import { Deferred, useRouter } from '#client-runtime';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { OfficeProps } from '../grounds.dto.ts';
import { useRouterOnWindow } from './lent-router.ts';
import { at } from '../../browser/at.ts';

const LETTERS = ['a', 'b', 'c'];

/**
 * Forms with controls of every kind. Radio buttons outside a form would share a group with the
 * radio buttons of kept pages.
 */
export function Page({ stop, isNewer, late }: OfficeProps): ReactNode {
  useRouterOnWindow();
  return (
    <>
      <h1>{`office ${stop}`}</h1>
      {isNewer ? (
        <section>
          <input aria-label="new" name="new" />
          <Uncontrolled letters={LETTERS.toReversed()} />
          <Controlled />
        </section>
      ) : (
        <>
          <Controlled />
          <Uncontrolled letters={LETTERS} />
        </>
      )}
      <Comments records={isNewer ? [18, 17] : [17]} />
      <Secrets />
      <Leading />
      <Sending />
      <Deferred value={late} fallback={<p data-testid="late">waits</p>}>
        {({ label }) => <Late label={label} />}
      </Deferred>
    </>
  );
}

function Uncontrolled({ letters }: { readonly letters: readonly string[] }): ReactNode {
  return (
    <form>
      <input aria-label="text" name="text" />
      <textarea aria-label="area" name="area" />
      <input aria-label="box" type="checkbox" name="box" />
      <input aria-label="checked box" type="checkbox" name="checked-box" defaultChecked />
      {letters.map((each) => (
        <input key={each} aria-label={`radio ${each}`} type="radio" name="radio" value={each} />
      ))}
      <select aria-label="list" name="list">
        <Options letters={letters} />
      </select>
      <select aria-label="lists" name="lists" multiple defaultValue={['a']}>
        <Options letters={letters} />
      </select>
      <details>
        <summary>closed</summary>
        <details open>
          <summary>open</summary>
        </details>
      </details>
    </form>
  );
}

function Controlled(): ReactNode {
  const [text, setText] = useState('');
  const [isOn, setOn] = useState(false);
  const [radio, setRadio] = useState('a');
  const [list, setList] = useState('a');
  const [lists, setLists] = useState<readonly string[]>([]);
  return (
    <form>
      <input aria-label="c text" value={text} onChange={({ target }) => setText(target.value)} />
      <input aria-label="c box" type="checkbox" checked={isOn} onChange={() => setOn(!isOn)} />
      {LETTERS.map((each) => (
        <input
          key={each}
          aria-label={`c radio ${each}`}
          type="radio"
          name="c-radio"
          value={each}
          checked={radio === each}
          onChange={() => setRadio(each)}
        />
      ))}
      <select aria-label="c list" value={list} onChange={({ target }) => setList(target.value)}>
        <Options letters={LETTERS} />
      </select>
      <select
        aria-label="c lists"
        multiple
        value={lists}
        onChange={({ target }) =>
          setLists(Array.from(target.selectedOptions, ({ value }) => value))
        }
      >
        <Options letters={LETTERS} />
      </select>
      <output data-testid="controlled">
        {[text, isOn ? 'on' : 'off', radio, list, lists.join('+')].join(' ')}
      </output>
    </form>
  );
}

function Options({ letters }: { readonly letters: readonly string[] }): ReactNode {
  return letters.map((each) => <option key={each}>{each}</option>);
}

function Comments({ records }: { readonly records: readonly number[] }): ReactNode {
  return records.map((record) => (
    <form key={record} action={`/comments/${record}`}>
      <textarea aria-label={`comment ${record}`} name="comment" />
    </form>
  ));
}

function Secrets(): ReactNode {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <input aria-label="password" name="password" type={isShown ? 'text' : 'password'} />
      <button type="button" onClick={() => setShown(!isShown)}>
        Show
      </button>
      <input aria-label="code" name="code" autoComplete="one-time-code" />
      <input aria-label="card" name="card" autoComplete="cc-number" />
      <input aria-label="shown password" name="shown" autoComplete="current-password" />
      <input aria-label="off" name="off" autoComplete="off" />
      <form autoComplete="off">
        <input aria-label="off form" name="off-form" />
      </form>
    </>
  );
}

function Leading(): ReactNode {
  const router = useRouter();
  const lead = (): void => router.push(at('/tours/a/offices/led'));
  return (
    <>
      <select aria-label="leading list" name="leading-list" onChange={lead}>
        <Options letters={LETTERS} />
      </select>
      <input aria-label="leading box" name="leading-box" type="checkbox" onChange={lead} />
    </>
  );
}

function Sending(): ReactNode {
  const send = (event: FormEvent): void => event.preventDefault();
  return (
    <form aria-label="sending" onSubmit={send}>
      <input aria-label="message" name="message" />
      <input aria-label="urgent" name="urgent" type="checkbox" />
      <button type="submit">Send</button>
      <button type="reset">Reset</button>
    </form>
  );
}

function Late({ label }: { readonly label: string }): ReactNode {
  const [text, setText] = useState('');
  return (
    <>
      <input
        aria-label={label}
        name={label}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      <output data-testid="late">{`came ${text}`}</output>
    </>
  );
}
