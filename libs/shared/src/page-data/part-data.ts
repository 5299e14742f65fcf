/** Something that a capability shows at a place of another's page. The page's props list all parts. */
export interface PartData {
  readonly place: string;
  /** Name of the view that renders `data`: `<feature>/<page>.<name>.part`. */
  readonly view: string;
  /** Props of the view, or props by item when `isOfEach` is set. Absent when the part is deferred. */
  readonly data?: unknown;
  /** Name of the deferred datum that follows with the props of the view. */
  readonly datum?: string;
  /** True when the part shows something at each item of a list, such as each row. */
  readonly isOfEach?: true;
  /** Anchor and title, for a page that links to its sections. */
  readonly section?: PartSection;
}

export interface PartSection {
  readonly id: string;
  readonly title: string;
}
