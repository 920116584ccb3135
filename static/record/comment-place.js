// Where the comment of a record stands: on a phone under the buttons that walk, near the board, and elsewhere under the tree.

const find = (id) => document.getElementById(id);
const narrow = matchMedia('(max-width: 599.9px)');

export function placeComment() {
  if (narrow.matches) find('walk').after(find('comment'));
  else find('fields').after(find('comment'));
}

narrow.addEventListener('change', placeComment);
