import { Deferred, Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { HallProps } from '../grounds.dto.ts';
import './hall.css';
import { useRouterOnWindow } from './lent-router.ts';
import { at } from '../../browser/at.ts';

export function Page({ kinds, late }: HallProps): ReactNode {
  useRouterOnWindow();
  const of = (kind: string): boolean => kinds.includes(kind);
  return (
    <>
      {of('hidden') && <p hidden>hidden</p>}
      {of('sticky') && <nav className="hall-sticking">sticky</nav>}
      {of('fixed') && <nav className="hall-floating">fixed</nav>}
      <div className={kinds.map((kind) => `hall-${kind}`).join(' ')}>
        <h1>{`hall ${kinds.join('+')}`}</h1>
        {of('boxes') && <Boxes />}
        <p id="near">near</p>
        {late && (
          <Deferred value={late} fallback={<p data-testid="late">waits</p>}>
            {({ height }) => (
              <>
                <p data-testid="late">came</p>
                <svg height={height} aria-hidden="true" />
                <p id="end">end</p>
              </>
            )}
          </Deferred>
        )}
        {!late && <div className="hall-long" />}
        <Marks />
        {!late && <div className="hall-long" />}
      </div>
    </>
  );
}

function Marks(): ReactNode {
  return (
    <>
      <p id="größe">Größe</p>
      <p id="50%">half</p>
      {/* Old documents name targets by `name` instead of `id`. */}
      <p id="offset" className="hall-offset">
        offset
      </p>
      <details>
        <summary id="summary">outer</summary>
        <details>
          <summary>inner</summary>
          <p id="folded">folded</p>
        </details>
      </details>
      <Link id="stay" href={at('/tours/a/halls/plain')} scroll={false}>
        stays
      </Link>
    </>
  );
}

function Boxes(): ReactNode {
  return (
    <>
      <section aria-label="named box" id="box" className="hall-box">
        <div className="hall-long" />
      </section>
      <div>
        <section aria-label="nameless box" className="hall-box">
          <div className="hall-wide">wide</div>
          <div className="hall-long" />
        </section>
      </div>
    </>
  );
}
