import { runtimeTexts, useNavigation, useRouter } from '#client-runtime';
import type { ReactNode } from 'react';

/**
 * Shows a line along the top while a page loads, and a text with a reload button when loading takes
 * long. The runtime announces the text to screen readers.
 */
export function NavigationStatus(): ReactNode {
  const { progress } = useNavigation();
  const router = useRouter();
  if (progress.state === 'idle') return null;
  return (
    <>
      <div className="progress-line print:hidden" />
      {progress.state !== 'loading' && (
        <div className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-x-4 border-t border-accent bg-wash px-4 py-2 sm:px-6 print:hidden">
          <p>{runtimeTexts[progress.state]}</p>
          {progress.state === 'slow' && (
            <button
              type="button"
              className="underline underline-offset-4 pointer-coarse:min-h-11"
              onClick={() => router.reload()}
            >
              Reload
            </button>
          )}
        </div>
      )}
    </>
  );
}
