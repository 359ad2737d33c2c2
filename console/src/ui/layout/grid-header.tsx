// The header of a grid sorts, moves and resizes columns with the pointer. The keyboard has a menu for that, so the
// header stays out of the tab order.
import { useRef } from 'react';
import { AscendingIcon, DescendingIcon } from '../icons.ts';
import { classes } from '../classes.ts';
import { type Column, placeOf } from './grid-column.ts';
import { clampWidth } from './grid-sizes.ts';
import styles from './grid.module.css';

/** The actions are absent where columns are fixed. */
export interface ColumnActions {
  /** An undefined width restores the default. */
  onResize: (id: string, width: number | undefined) => void;
  /** Puts a column in the place of another. */
  onMove: (id: string, to: string) => void;
}

interface HeaderProps<R> {
  columns: readonly Column<R>[];
  actions: ColumnActions | undefined;
  /** Shows a width while it is dragged; undefined restores the previous one. */
  onPreview: (id: string, width: number | undefined) => void;
}

interface EdgeProps {
  onPreview: (width: number | undefined) => void;
  onResize: (width: number | undefined) => void;
}

/** The right edge of a header is dragged to resize the column. */
function Edge({ onPreview, onResize }: EdgeProps) {
  const drag = useRef<{ x: number; width: number }>(undefined);
  const widthAt = ({ clientX }: React.PointerEvent): number | undefined =>
    drag.current && clampWidth(drag.current.width + clientX - drag.current.x);
  const end = () => {
    drag.current = undefined;
  };
  return (
    <span
      className={styles.edge}
      aria-hidden
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const cell = event.currentTarget.parentElement;
        drag.current = { x: event.clientX, width: cell?.getBoundingClientRect().width ?? 0 };
      }}
      onPointerMove={(event) => {
        if (drag.current) onPreview(widthAt(event));
      }}
      onPointerUp={(event) => {
        const width = widthAt(event);
        const isMoved = drag.current && event.clientX !== drag.current.x;
        end();
        if (isMoved) onResize(width);
      }}
      onPointerCancel={() => {
        end();
        onPreview(undefined);
      }}
      onDoubleClick={() => onResize(undefined)}
    />
  );
}

export function GridHeader<R>({ columns, actions, onPreview }: HeaderProps<R>) {
  const dragged = useRef<string>(undefined);
  const indexOf = (id: string | undefined) => columns.findIndex((column) => column.id === id);
  /** Marks the side of a header to which the dragged column would move. */
  const mark = (cell: HTMLElement, id: string) => {
    cell.dataset['drop'] = indexOf(dragged.current) > indexOf(id) ? 'left' : 'right';
  };
  const unmark = (cell: HTMLElement) => delete cell.dataset['drop'];
  const dropOf = ({ id }: Column<R>) => ({
    onDragOver: (event: React.DragEvent<HTMLElement>) => {
      if (dragged.current === undefined || dragged.current === id) return;
      event.preventDefault();
      mark(event.currentTarget, id);
    },
    onDragLeave: (event: React.DragEvent<HTMLElement>) => unmark(event.currentTarget),
    onDrop: (event: React.DragEvent<HTMLElement>) => {
      event.preventDefault();
      unmark(event.currentTarget);
      if (dragged.current !== undefined) actions?.onMove(dragged.current, id);
    },
  });
  const dragOf = ({ id }: Column<R>) => ({
    draggable: true,
    onDragStart: (event: React.DragEvent) => {
      dragged.current = id;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('application/x-signalbox-column', id);
    },
    onDragEnd: () => {
      dragged.current = undefined;
    },
  });
  return (
    <div role="row" aria-rowindex={1} className={classes(styles.row, styles.header)}>
      {columns.map((column) => {
        const { id, header, label, align, sort } = column;
        const direction = sort?.direction;
        const isMovable = actions !== undefined && !column.isFixed;
        return (
          <div
            key={id}
            role="columnheader"
            aria-label={label}
            aria-sort={
              direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'
            }
            className={classes(styles.cell, align === 'end' && styles.end)}
            {...placeOf(column)}
            {...(isMovable && dropOf(column))}
          >
            <span {...(isMovable && dragOf(column))}>
              {sort ? (
                <button type="button" className={styles.sort} onClick={sort.toggle} tabIndex={-1}>
                  {header}
                  {direction === 'asc' && <AscendingIcon />}
                  {direction === 'desc' && <DescendingIcon />}
                </button>
              ) : (
                header
              )}
            </span>
            {isMovable && (
              <Edge
                onPreview={(width) => onPreview(id, width)}
                onResize={(width) => actions.onResize(id, width)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
