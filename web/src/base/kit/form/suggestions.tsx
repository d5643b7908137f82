/** The suggestions of an input, which refers to them by its `list`. */
export function Suggestions({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text}>
          {text}
        </option>
      ))}
    </datalist>
  );
}
