import { Form, Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { RememberedFilterProps } from '../remembered-filter.dto.ts';

export function Page({ words, href }: RememberedFilterProps): ReactNode {
  return (
    <>
      <h1 className="py-4 text-xl">Your filter</h1>
      <Section id="filter" title="The list of issues opens with this filter">
        {words === undefined || href === undefined ? (
          <p className="text-quiet">
            You have chosen none. The projects, the environment, the release and the order that you
            choose in the list of issues are kept here.
          </p>
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Link href={href} className="wrap-anywhere">
              {words}
            </Link>
            <Form action="forget-filter">
              <Button>Forget</Button>
            </Form>
          </div>
        )}
      </Section>
    </>
  );
}
