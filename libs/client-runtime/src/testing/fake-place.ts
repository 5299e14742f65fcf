import type { Arrive } from '../navigation/arrival.ts';
import type { Place } from '../navigation/place.ts';
import type { FakeWindow } from './fake-window.ts';

export class FakePlace implements Place {
  readonly calls: string[] = [];
  readonly arrivals: number[] = [];
  private readonly entered = new Map<string | undefined, { url: string; stay: number }>();
  private home: string | undefined;

  constructor(
    private readonly browser: FakeWindow,
    private readonly basePath: string,
  ) {}

  readonly address = (): string => {
    const { pathname, search, hash } = this.browser.location;
    return pathname + search + hash;
  };

  readonly read = (): { url: string; hash: string; stay?: number | undefined } => {
    const { pathname, search, hash } = this.browser.location;
    const url = pathname.slice(this.basePath.length) + search;
    return { url, hash, ...this.entered.get(this.entry) };
  };

  readonly back = (): (() => void) | undefined => {
    const { entry, home } = this;
    const { navigation } = this.browser;
    if (entry === undefined || home === undefined || !navigation) return undefined;
    navigation.traverseTo(home);
    return () => void navigation.traverseTo(entry);
  };

  readonly remember = (): void => void this.calls.push(`remember at ${this.address()}`);

  readonly forget = (): void => void this.calls.push('forget');

  readonly leave = (): void => void this.calls.push(`leave ${this.address()}`);

  readonly enter: Place['enter'] = (
    { url, stay = 0 },
    address = this.address(),
    isNew = false,
  ): void => {
    const { history } = this.browser;
    if (isNew) history.pushState(null, '', address);
    else if (address !== this.address()) history.replaceState(history.state, '', address);
    this.entered.set(this.entry, { url, stay });
    this.home = this.entry;
    this.calls.push(`enter ${url}`);
  };

  readonly arrive: Arrive = ({ entry }, page, before, stay) => {
    this.arrivals.push(stay);
    this.calls.push(`arrive by ${entry} at ${page.url} from ${before.url}`);
  };

  readonly restore = (): boolean => this.calls.push('restore') > 0;

  private get entry(): string | undefined {
    return this.browser.navigation?.currentEntry.key;
  }
}
