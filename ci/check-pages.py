"""Holds pages of reports against what every page promises; see check-pages."""
import argparse
import pathlib
import sys

from playwright.sync_api import sync_playwright

# Width of a desk's screen and of a telephone's, in CSS pixels.
SIZES = {"wide": (1280, 900), "narrow": (390, 844)}

# Rules by WCAG 2.2: 1.1.1 and 4.1.2 (names), 1.3.1 (structure), 1.4.3 and 1.4.11 (contrast), 1.4.10
# (reflow), 2.1.1 (keyboard), 3.1.1 (language). Returns one line for each fault.
RULES = r"""
() => {
  const faults = [];
  const tell = (rule, element, words) => {
    const name = element.tagName.toLowerCase() + (element.getAttribute('class') ? '.' + element.getAttribute('class') : '');
    faults.push(`${rule}: ${name} ${words} ${(element.textContent || '').trim().slice(0, 40)}`);
  };
  const parse = text => {
    const numbers = (text.match(/[\d.]+/g) || []).map(Number);
    return numbers.length < 3 ? null : {r: numbers[0], g: numbers[1], b: numbers[2], a: numbers.length > 3 ? numbers[3] : 1};
  };
  const light = c => {
    const [r, g, b] = [c.r, c.g, c.b].map(v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const ground = element => {
    for (let e = element; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c && c.a > 0.99) return c;
    }
    return {r: 255, g: 255, b: 255, a: 1};
  };
  const shown = element => { const box = element.getBoundingClientRect(); return box.width > 0 && box.height > 0; };

  if (!document.documentElement.lang) faults.push('language: html has no lang');
  if (!document.title) faults.push('title: there is none');
  if (document.querySelectorAll('main').length !== 1) faults.push('structure: not one main');
  let level = 0;
  for (const h of document.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
    const n = Number(h.tagName[1]);
    if (n > level + 1) tell('headings', h, `comes after level ${level}`);
    level = n;
  }
  if (document.querySelectorAll('h1').length !== 1) faults.push('headings: not one h1');
  for (const image of document.querySelectorAll('img')) if (!image.hasAttribute('alt')) tell('names', image, 'has no alt');
  for (const svg of document.querySelectorAll('svg')) {
    if (svg.getAttribute('aria-hidden') === 'true') continue;
    if (svg.getAttribute('role') !== 'img' || !(svg.getAttribute('aria-label') || '').trim()) tell('names', svg, 'is no labelled image');
  }
  for (const table of document.querySelectorAll('table')) {
    if (!table.querySelector('th[scope]')) tell('structure', table, 'has no headers with a scope');
    if (!table.caption) tell('structure', table, 'has no caption');
  }
  for (const field of document.querySelectorAll('input,select,textarea'))
    if (!field.labels.length && !field.getAttribute('aria-label')) tell('names', field, 'has no label');
  for (const used of document.querySelectorAll('a,button,summary'))
    if (!(used.textContent || '').trim() && !used.getAttribute('aria-label')) tell('names', used, 'has no words');
  for (const part of document.querySelectorAll('[tabindex]'))
    if (part.tabIndex === 0 && !part.getAttribute('aria-label')) tell('names', part, 'takes the focus and has no name');
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
  if (new Set(ids).size !== ids.length) faults.push('structure: an id is there twice');

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || seen.has(element) || !shown(element)) continue;
    if (element.closest('title, script, style, .unseen')) continue;
    seen.add(element);
    const style = getComputedStyle(element);
    const ink = parse(element.closest('svg') ? style.fill : style.color);
    if (!ink) { tell('contrast', element, 'has an ink that cannot be read'); continue; }
    const ratio = contrast(ink, ground(element));
    if (ratio < 4.5) tell('contrast', element, `text has ${ratio.toFixed(2)}`);
  }
  for (const shape of document.querySelectorAll('svg rect, svg path')) {
    if (shape.closest('defs, pattern') || shape.matches('.grid')) continue;
    const style = getComputedStyle(shape);
    const inks = [style.fill, style.stroke].filter(s => s && s.startsWith('rgb')).map(parse).filter(c => c && c.a > 0);
    const best = Math.max(0, ...inks.map(c => contrast(c, ground(shape))));
    if (best < 3 && !shape.matches('.area')) tell('contrast', shape, `drawing has ${best.toFixed(2)}`);
  }
  for (const box of document.querySelectorAll('*')) {
    if (box.scrollWidth > box.clientWidth + 1 && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX) && box.tabIndex !== 0)
      tell('keyboard', box, 'scrolls and cannot be focused');
  }
  if (document.documentElement.scrollWidth > window.innerWidth + 1)
    faults.push(`reflow: the page is ${document.documentElement.scrollWidth} wide on ${window.innerWidth}`);
  return faults;
}
"""

# What can be used, and whether the focus is on one of them now.
USABLE = "a[href], button, input, select, textarea, summary, [tabindex='0']"
COUNT = f"() => [...document.querySelectorAll(`{USABLE}`)].filter(e => e.getClientRects().length).length"
FOCUSED = f"""() => {{
  const all = [...document.querySelectorAll(`{USABLE}`)].filter(e => e.getClientRects().length);
  const place = all.indexOf(document.activeElement);
  if (place < 0) return [-1, true];
  const style = getComputedStyle(document.activeElement);
  return [place, style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0];
}}"""


def keyboard(page):
    """Tabs through the page: every usable element has to come, and be seen to have the focus."""
    wanted = page.evaluate(COUNT)
    reached, unseen = set(), 0
    page.evaluate("() => document.activeElement && document.activeElement.blur()")
    for _ in range(wanted + 5):
        page.keyboard.press("Tab")
        place, visible = page.evaluate(FOCUSED)
        if place >= 0:
            reached.add(place)
            unseen += not visible
    faults = []
    if len(reached) != wanted:
        faults.append(f"keyboard: {wanted - len(reached)} of {wanted} elements are not reached by Tab")
    if unseen:
        faults.append(f"keyboard: {unseen} elements do not show that they have the focus")
    return faults


# Rows of the filtered table that can be seen, and what the page says of their number.
ROWS = "() => [...document.querySelectorAll('table.sortable tbody tr')].filter(r => r.getClientRects().length).length"
COUNTED = "() => document.querySelector('.filters [role=status]').textContent"
# Rows that ought to be seen for one choice.
FITTING = """([fact, value]) => [...document.querySelectorAll('table.sortable tbody tr')].filter(row =>
  (row.getAttribute('data-' + fact) || '').split(' ').includes(value) || row.getAttribute('data-' + fact) === value).length"""


def filters(page):
    """Chooses by keyboard: only fitting rows are left, their number is announced, clearing brings all back."""
    if not page.query_selector(".filters"):
        return []
    faults = []
    total = page.evaluate(ROWS)

    def expect(words, count):
        if page.evaluate(ROWS) != count:
            faults.append(f"filters: {words} shows {page.evaluate(ROWS)} rows and not {count}")
        said = page.evaluate(COUNTED)
        if said != f"{count} of {total} shown":
            faults.append(f"filters: {words} is announced as '{said}'")

    expect("no choice", total)
    for select in page.query_selector_all(".filters select"):
        fact = select.get_attribute("data-filter")
        values = [option.get_attribute("value") for option in select.query_selector_all("option")]
        select.focus()
        for value in values[1:4]:
            page.keyboard.press("ArrowDown")
            expect(f"{fact} {value}", page.evaluate(FITTING, [fact, value]))
        for _ in values[1:4]:
            page.keyboard.press("ArrowUp")
        expect(f"{fact} cleared", total)
    field = page.query_selector(".filters input")
    field.focus()
    page.keyboard.type("no such words")
    expect("words that no row has", 0)
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    expect("words cleared", total)
    head = page.query_selector("table.sortable th button")
    head.focus()
    for order in ("ascending", "descending"):
        page.keyboard.press("Enter")
        said = page.evaluate("() => document.querySelector('table.sortable th').getAttribute('aria-sort')")
        if said != order:
            faults.append(f"sorting: the head says '{said}' and not '{order}'")
    expect("sorting", total)
    return faults


def without_script(browser, path):
    """What a page shows where no script runs: every row, and no choices that do nothing."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.resolve().as_uri(), wait_until="load")
    faults = []
    rows = page.locator("table.sortable tbody tr")
    hidden = sum(not rows.nth(place).is_visible() for place in range(min(rows.count(), 200)))
    if hidden:
        faults.append(f"without a script: {hidden} rows are not visible")
    if page.locator(".filters").count() and page.locator(".filters").first.is_visible():
        faults.append("without a script: choices are shown that do nothing")
    context.close()
    return faults


def check(browser, path, scheme, size, shots):
    width, height = SIZES[size]
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": height})
    page = context.new_page()
    faults, asked = [], []
    page.on("console", lambda message: faults.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: faults.append(f"script: {error}"))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.resolve().as_uri(), wait_until="load")
    faults += [f"network: {url}" for url in asked[1:] if not url.startswith("data:")]
    if shots:
        page.screenshot(path=shots / f"{path.parent.name}-{path.stem}-{scheme}-{size}.png", full_page=True)
    page.evaluate("() => document.querySelectorAll('details').forEach(d => d.open = true)")
    faults += page.evaluate(RULES)
    if scheme == "light":
        faults += keyboard(page)
        if size == "wide":
            faults += filters(page)
            faults += without_script(browser, path)
    context.close()
    return faults


def main():
    parser = argparse.ArgumentParser(prog="ci/check-pages")
    parser.add_argument("chromium")
    parser.add_argument("--shots", type=pathlib.Path)
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    words = parser.parse_args()
    if words.shots:
        words.shots.mkdir(parents=True, exist_ok=True)
    count = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=words.chromium, args=["--no-sandbox", "--disable-gpu"])
        for path in words.pages:
            for scheme in ("light", "dark"):
                for size in SIZES:
                    faults = check(browser, path, scheme, size, words.shots)
                    count += len(faults)
                    for fault in sorted(set(faults)):
                        print(f"{path} ({scheme}, {size}): {fault}")
        browser.close()
    print(f"{len(words.pages)} pages, light and dark, wide and narrow: {count} faults")
    sys.exit(1 if count else 0)


main()
