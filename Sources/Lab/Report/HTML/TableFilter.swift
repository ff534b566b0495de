/// Choices above a table: which of its rows are shown, by what they say of themselves in
/// ``HTMLTable/Row/facts``. Without a script the page shows all rows and no choices.
struct TableFilter: Sendable, Hashable {
    /// A fact by which a person may choose, and its values.
    struct Choice: Sendable, Hashable {
        /// Key of the fact; letters only.
        var fact: String
        var label: String
        var values: [String]
    }

    var choices: [Choice]

    var markup: Markup {
        let fields = choices.filter { $0.values.count > 1 }.map { choice in
            let options =
                [Markup.element("option", ["value": ""], "all")]
                + choice.values.map { .element("option", ["value": $0], $0) }
            return Markup.element(
                "label", [:],
                [
                    Markup(choice.label),
                    .element("select", [("data-filter", choice.fact)], options),
                ])
        }
        let words = Markup.element(
            "label", [:],
            [Markup("words"), .element("input", ["type": "search", "data-filter": "words"])])
        let count = Markup.element("span", ["data-count": "", "role": "status"], "")
        return .element(
            "div", ["class": "filters", "hidden": "hidden"], fields + [words, count])
    }

    /// Filters the rows of the table that is marked as sortable, and orders them by a column whose head
    /// is pressed. A fact with several values has them between spaces.
    static let script = """
        (function () {
          var table = document.querySelector('table.sortable');
          var filters = document.querySelector('.filters');
          if (!table || !filters) return;
          var body = table.tBodies[0];
          var rows = Array.from(body.rows);
          var fields = Array.from(filters.querySelectorAll('[data-filter]'));
          function fits(row, field) {
            var wanted = field.value.trim().toLowerCase();
            if (!wanted) return true;
            if (field.dataset.filter === 'words') return row.textContent.toLowerCase().includes(wanted);
            var has = (row.getAttribute('data-' + field.dataset.filter) || '').toLowerCase();
            return (' ' + has + ' ').includes(' ' + wanted + ' ');
          }
          function show() {
            var count = 0;
            rows.forEach(function (row) {
              row.hidden = !fields.every(function (field) { return fits(row, field); });
              if (!row.hidden) count += 1;
            });
            filters.querySelector('[data-count]').textContent = count + ' of ' + rows.length + ' shown';
          }
          fields.forEach(function (field) { field.addEventListener('input', show); });
          Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
            var button = document.createElement('button');
            button.type = 'button';
            button.textContent = head.textContent;
            head.textContent = '';
            head.appendChild(button);
            button.addEventListener('click', function () {
              var down = head.getAttribute('aria-sort') === 'ascending';
              Array.from(table.tHead.rows[0].cells).forEach(function (other) {
                other.removeAttribute('aria-sort');
              });
              head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
              function key(row) {
                var cell = row.cells[column];
                return cell.dataset.rank === undefined ? cell.textContent : Number(cell.dataset.rank);
              }
              rows.sort(function (a, b) {
                var x = key(a), y = key(b);
                var order = typeof x === 'number' ? (typeof y === 'number' ? x - y : -1)
                  : (typeof y === 'number' ? 1 : x.localeCompare(y));
                return down ? -order : order;
              });
              rows.forEach(function (row) { body.appendChild(row); });
            });
          });
          filters.hidden = false;
          show();
        })();
        """
}
