export interface FrameProps {
  readonly frame: string;
}

export interface SectionProps {
  readonly section: string;
  readonly number: number;
}

export interface PlainProps {
  readonly text: string;
}

export interface LateProps {
  readonly text: string;
  readonly first: Promise<{ readonly words: string }>;
  readonly second: Promise<string>;
}
