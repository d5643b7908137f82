import { Button } from '../../base/kit/layout/button.tsx';
import { FieldGroup } from '../../base/kit/form/field.tsx';
import { ACCESSES, resourcesOf, scopeOf, titleOf } from './scopes.ts';
import styles from './scope-matrix.module.css';

interface ScopeMatrixProps {
  /** All scopes. */
  scopes: readonly string[];
  granted: readonly string[];
  onChange: (granted: string[]) => void;
}

/** Selects the scopes of a key, by resource. */
export function ScopeMatrix({ scopes, granted, onChange }: ScopeMatrixProps) {
  const toggle = (scope: string) =>
    onChange(granted.includes(scope) ? granted.filter((other) => other !== scope) : [...granted, scope]);
  const reads = scopes.filter((scope) => scope.endsWith(':read'));
  return (
    <FieldGroup
      name="scopes"
      label="Permissions"
      hint="Grant only what the key needs."
      missing={granted.length === 0 ? 'Select at least one permission' : undefined}
    >
      <div className={styles.shortcuts}>
        <Button isSmall onClick={() => onChange([...scopes])}>
          All
        </Button>
        <Button isSmall onClick={() => onChange(reads)}>
          Read only
        </Button>
        <Button isSmall kind="quiet" onClick={() => onChange([])}>
          None
        </Button>
      </div>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">Resource</th>
            {ACCESSES.map((access) => (
              <th key={access} scope="col">
                {titleOf(access)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {resourcesOf(scopes).map((resource) => (
            <tr key={resource}>
              <th scope="row">{titleOf(resource)}</th>
              {ACCESSES.map((access) => {
                const scope = scopeOf(resource, access);
                return (
                  <td key={access}>
                    <label>
                      <input
                        type="checkbox"
                        aria-label={`${titleOf(resource)}: ${access}`}
                        checked={granted.includes(scope)}
                        onChange={() => toggle(scope)}
                      />
                    </label>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </FieldGroup>
  );
}
