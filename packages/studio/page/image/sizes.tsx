import { values } from '../document/document.ts';
import { words } from '../words.ts';
import { chosenSize, sizes } from './checking.ts';
import { useFurtherImage } from './further-image.ts';

const { image: texts } = words;

type NamedSize = (typeof sizes.value)[number];

const Size = ({ shown: { name, width, height }, isChosen }: { shown: NamedSize; isChosen: boolean }) => {
  const { image, problem } = useFurtherImage({ variables: values.value, size: name });
  return (
    <li>
      <button type="button" aria-pressed={isChosen} title={problem} onClick={() => (chosenSize.value = name)}>
        <span class="small" style={{ aspectRatio: `${width} / ${height}` }}>
          {image && <img src={image.url} alt="" />}
        </span>
        <span class={problem ? 'problem-text' : 'name'}>
          {name} {width} × {height}
        </span>
      </button>
    </li>
  );
};

/** The card at each of its sizes; the chosen one is the main image. Empty for a template of one size. */
export const Sizes = () => {
  if (sizes.value.length < 2) return null;
  const chosen = chosenSize.value ?? sizes.value[0]?.name;
  return (
    <ul class="sizes" aria-label={texts.sizes}>
      {sizes.value.map((size) => (
        <Size key={size.name} shown={size} isChosen={size.name === chosen} />
      ))}
    </ul>
  );
};
