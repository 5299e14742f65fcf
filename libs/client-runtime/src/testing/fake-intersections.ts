export class FakeIntersections {
  readonly margins: (string | undefined)[] = [];
  readonly observed = new Set<unknown>();
  private tell: (entries: { target: unknown; isIntersecting: boolean }[]) => void = () => {};

  readonly observer: unknown = this.createObserver();

  report(isIntersecting: boolean, ...targets: readonly unknown[]): void {
    this.tell(
      targets
        .filter((target) => this.observed.has(target))
        .map((target) => ({ target, isIntersecting })),
    );
  }

  private createObserver(): unknown {
    const { margins, observed } = this;
    const listen = (tell: FakeIntersections['tell']): void => void (this.tell = tell);
    return class {
      constructor(tell: FakeIntersections['tell'], { rootMargin }: IntersectionObserverInit) {
        listen(tell);
        margins.push(rootMargin);
      }

      observe(target: unknown): void {
        observed.add(target);
      }

      unobserve(target: unknown): void {
        observed.delete(target);
      }
    };
  }
}
