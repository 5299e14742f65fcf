import { useEffect, useEffectEvent, useState } from 'react';

/** Pixels by which a page may scroll while it follows. */
const NEAR = 40;

export interface Tail {
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/**
 * Shows new logs by itself while it is on. A person who scrolls away, or touches anything but the
 * switch (`data-tail`), turns it off.
 */
export function useTail(newer: number, show: () => void): Tail {
  const [isOn, setOn] = useState(false);
  const follow = useEffectEvent(show);
  useEffect(() => {
    if (isOn && newer > 0) follow();
  }, [isOn, newer]);
  useEffect(() => {
    if (!isOn) return undefined;
    const from = window.scrollY;
    const scroll = (): void => {
      if (window.scrollY > from + NEAR) setOn(false);
    };
    const press = ({ target, pointerType }: PointerEvent): void => {
      const isSwitch = target instanceof Element && target.closest('[data-tail]') !== null;
      if (pointerType !== 'mouse' && !isSwitch) setOn(false);
    };
    window.addEventListener('scroll', scroll, { passive: true });
    window.addEventListener('pointerdown', press);
    return () => {
      window.removeEventListener('scroll', scroll);
      window.removeEventListener('pointerdown', press);
    };
  }, [isOn]);
  return { isOn, toggle: () => setOn((was) => !was) };
}
