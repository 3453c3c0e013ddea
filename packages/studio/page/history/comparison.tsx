import { useEffect, useState } from 'preact/hooks';
import { code as editorCode, values } from '../document/document.ts';
import { shown } from '../image/checking.ts';
import { useFurtherImage } from '../image/further-image.ts';
import { Tabs } from '../shell/tabs.tsx';
import { words } from '../words.ts';
import { CodeDifference } from './code-difference.tsx';
import { type Difference, getDifference } from './difference.ts';

const { history: texts } = words;

const message = ({ share }: Difference): string => {
  if (share === 0) return texts.same;
  if (share === 1) return texts.otherSize;
  return texts.differs((share * 100).toLocaleString('en', { maximumSignificantDigits: 2 }));
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
  const titles = [texts.tabs.pixels, texts.version(version), texts.tabs.editor];
  const image = [marked, before?.url, after?.url][at];
  return (
    <div class="comparison">
      <p role="status">{difference ? message(difference) : problem || texts.comparing}</p>
      <div class="compared">
        <CodeDifference version={version} before={code} after={editorCode.value} />
        <div>
          <Tabs label={texts.tabs.pixels} titles={titles} at={at} onChange={setAt}>
            {image ? (
              <img src={image} alt={titles[at] ?? ''} />
            ) : (
              <p class="empty">{problem || (difference ? message(difference) : texts.comparing)}</p>
            )}
          </Tabs>
        </div>
      </div>
    </div>
  );
};
