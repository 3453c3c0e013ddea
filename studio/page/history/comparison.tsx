import { useEffect, useState } from 'preact/hooks';
import { values } from '../document/document.ts';
import { shown } from '../image/checking.ts';
import { useFurtherImage } from '../image/further-image.ts';
import { Tabs } from '../shell/tabs.tsx';
import { type Difference, getDifference } from './difference.ts';

const message = ({ share }: Difference): string => {
  if (share === 0) return 'Not a pixel differs.';
  if (share === 1) return 'They differ in size.';
  return `${(share * 100).toLocaleString('en', { maximumSignificantDigits: 2 })}% of the pixels differ.`;
};

/** Compares a version with the editor's text, with the same values. */
export const Comparison = ({ version, code }: { version: number; code: string }) => {
  const [at, setAt] = useState(0);
  const [difference, setDifference] = useState<Difference>();
  const [marked, setMarked] = useState<string>();
  const { image: before, problem } = useFurtherImage({ code, variables: values.value });
  const after = shown.value;
  useEffect(() => {
    let isOver = false;
    setDifference(undefined);
    if (before && after) {
      void getDifference(before.url, after.url)
        .then((found) => isOver || setDifference(found))
        // an image was replaced while it was read; the next comparison follows
        .catch(() => undefined);
    }
    return () => {
      isOver = true;
    };
  }, [before?.url, after?.url]);
  useEffect(() => {
    const url = difference?.image && URL.createObjectURL(difference.image);
    setMarked(url);
    return () => url && URL.revokeObjectURL(url);
  }, [difference]);
  const image = [marked, before?.url, after?.url][at];
  return (
    <div class="comparison">
      <p role="status">{difference ? message(difference) : 'Comparing…'}</p>
      <Tabs label="Comparison" titles={['Difference', `Version ${version}`, 'Editor']} at={at} onChange={setAt}>
        {image ? (
          <img src={image} alt={['What differs', `Version ${version}`, 'What is in the editor'][at] ?? ''} />
        ) : (
          <p class="empty">{problem || (difference ? message(difference) : 'Comparing…')}</p>
        )}
      </Tabs>
    </div>
  );
};
