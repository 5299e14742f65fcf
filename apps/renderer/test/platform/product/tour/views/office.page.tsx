import { useState } from 'react';
import type { ReactNode } from 'react';
import { useRouterOnWindow } from './lent-router.ts';

const LETTERS = ['a', 'b', 'c'];

/**
 * Forms with controls of every kind. Radio buttons outside a form would share a group with the
 * radio buttons of kept pages.
 */
export function Page({ stop }: { readonly stop: string }): ReactNode {
  useRouterOnWindow();
  return (
    <>
      <h1>{`office ${stop}`}</h1>
      <Controlled />
      <Uncontrolled />
      <Secrets />
    </>
  );
}

function Uncontrolled(): ReactNode {
  return (
    <form>
      <input aria-label="text" name="text" />
      <textarea aria-label="area" name="area" />
      <input aria-label="box" type="checkbox" name="box" />
      <input aria-label="checked box" type="checkbox" name="checked-box" defaultChecked />
      {LETTERS.map((each) => (
        <input key={each} aria-label={`radio ${each}`} type="radio" name="radio" value={each} />
      ))}
      <select aria-label="list" name="list">
        <Options />
      </select>
      <select aria-label="lists" name="lists" multiple defaultValue={['a']}>
        <Options />
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
        <Options />
      </select>
      <select
        aria-label="c lists"
        multiple
        value={lists}
        onChange={({ target }) =>
          setLists(Array.from(target.selectedOptions, ({ value }) => value))
        }
      >
        <Options />
      </select>
      <output data-testid="controlled">
        {[text, isOn ? 'on' : 'off', radio, list, lists.join('+')].join(' ')}
      </output>
    </form>
  );
}

function Options(): ReactNode {
  return LETTERS.map((each) => <option key={each}>{each}</option>);
}

function Secrets(): ReactNode {
  return (
    <>
      <input aria-label="password" name="password" type="password" />
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
