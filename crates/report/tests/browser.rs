//! The page in a real browser: headless Chromium, spoken to by its debugging protocol over pipes.
//!
//! Clicks on the search, the filters and a finding; no message of an error on the console; screenshots in
//! `target/deadheat-tests/report/screenshots`. Where there is no Chromium the test says so and does nothing;
//! `cargo xtask test` installs it.

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use deadheat_report::{Findings, html};
use serde_json::{Value, json};
use support::{example, fresh, many};

fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    let mut all = std::env::split_paths(&path).flat_map(|directory| names.map(|name| directory.join(name)));
    named.or_else(|| all.find(|file| file.is_file()))
}

/// A browser with one page.
struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    number: u64,
    session: Option<String>,
    /// What went wrong on the page.
    errors: Vec<String>,
}

impl Browser {
    fn start(chromium: &Path, profile: &Path) -> Browser {
        // The protocol is on the descriptors 3 and 4, which the shell makes from ours.
        let mut command = Command::new("sh");
        command.args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1"]).arg(chromium);
        command.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--remote-debugging-pipe",
        ]);
        command.arg(format!("--user-data-dir={}", profile.display())).arg("about:blank");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let to = child.stdin.take().expect("a pipe");
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut browser = Browser { child, to, from, number: 0, session: None, errors: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached =
            browser.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = Some(attached["sessionId"].as_str().expect("a session").to_owned());
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).expect("it answers");
        bytes.pop();
        let message: Value = serde_json::from_slice(&bytes).expect("the browser is there and speaks JSON");
        let is_error = match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => message["params"]["type"] == "error",
            Some("Log.entryAdded") => message["params"]["entry"]["level"] == "error",
            _ => false,
        };
        if is_error {
            self.errors.push(message["params"].to_string());
        }
        message
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.number += 1;
        let mut message = json!({ "id": self.number, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.to.write_all(message.to_string().as_bytes()).expect("it listens");
        self.to.write_all(&[0]).expect("it listens");
        loop {
            let answer = self.read();
            if answer["id"] == self.number {
                return if answer["error"].is_null() {
                    Ok(answer["result"].clone())
                } else {
                    Err(answer["error"].clone())
                };
            }
        }
    }

    /// The value of an expression, which may be a promise.
    fn value(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let result = self.call("Runtime.evaluate", params);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    /// Opens a page and waits until its findings are shown; gives the milliseconds that its work took.
    fn open(&mut self, file: &Path) -> f64 {
        self.call("Page.navigate", json!({ "url": format!("file://{}", file.display()) }));
        self.until("document.documentElement.dataset.ready === 'true'");
        self.value("performance.now()").as_f64().expect("a number")
    }

    /// Waits until something holds on the page; what never comes is a failure and not a test without an end.
    fn until(&mut self, condition: &str) {
        let wait = format!(
            "new Promise((done) => {{ const ends = Date.now() + 30000; const look = () => ({condition}) ? done(true) : \
             Date.now() > ends ? done(false) : requestAnimationFrame(look); look(); }})"
        );
        let params = json!({ "expression": wait, "awaitPromise": true, "returnByValue": true });
        // A page that is just being left has no answer.
        let answer = loop {
            match self.ask("Runtime.evaluate", params.clone()) {
                Ok(answer) if answer["result"]["value"].is_boolean() => break answer,
                _ => {}
            }
        };
        assert_eq!(answer["result"]["value"], true, "{condition} never came");
    }

    /// Clicks with the mouse in the middle of an element.
    fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let params =
                json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", params);
        }
    }

    fn key(&mut self, key: &str, code: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let params = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    fn size(&mut self, width: u32, height: u32) {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", params);
    }

    fn screenshot(&mut self, name: &str) {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let directory = deadheat_harness::scratch().join("report/screenshots");
        fs::create_dir_all(&directory).expect("a directory");
        let bytes = decoded(shot["data"].as_str().expect("a picture"));
        assert!(bytes.starts_with(b"\x89PNG"), "no picture");
        fs::write(directory.join(format!("{name}.png")), bytes).expect("it is written");
    }

    fn text(&mut self, selector: &str) -> String {
        self.value(&format!("document.querySelector({selector:?}).innerText"))
            .as_str()
            .expect("a text")
            .to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn decoded(text: &str) -> Vec<u8> {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut count, mut out) = (0u32, 0, Vec::new());
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let digit = alphabet.iter().position(|it| *it == letter).expect("base64");
        (bits, count) = (bits << 6 | digit as u32, count + 6);
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    out
}

fn written(name: &str, findings: &Findings) -> PathBuf {
    let file = fresh(name).join("races.html");
    fs::write(&file, html::write(findings, &example().1).expect("a page")).expect("it is written");
    file
}

fn started(name: &str) -> Option<Browser> {
    let Some(chromium) = chromium() else {
        let _ = writeln!(std::io::stderr(), "no Chromium here: the page is not tested in a browser");
        return None;
    };
    let mut browser = Browser::start(&chromium, &fresh(&format!("{name}-profile")));
    browser.size(1400, 1000);
    Some(browser)
}

#[test]
fn search_filters_and_findings_can_be_clicked() {
    let Some(mut browser) = started("clicks") else { return };
    let (findings, _) = example();
    let all = findings.findings.len();
    browser.open(&written("clicks", &findings));
    assert_eq!(browser.text("#count"), format!("{all} findings"));
    browser.screenshot("first");

    browser.click("#search");
    browser.call("Input.insertText", json!({ "text": "bank transfers" }));
    browser.until("document.querySelectorAll('.row').length === 1");
    browser.until("document.querySelector('#detail h2').innerText.includes('Bank.transfers')");
    assert_eq!(browser.text("#count"), format!("1 of {all}"));
    assert!(browser.text(".source .at-a").contains("transfers++"), "the racy line is marked");
    browser.value("document.querySelector('.picture').scrollIntoView()");
    browser.screenshot("search");
    browser.value("document.querySelector('#search').value = ''; document.querySelector('#search').dispatchEvent(new Event('input'))");

    browser.click(".chip[data-label='predicted']");
    browser.until("document.querySelectorAll('.row').length === 1");
    browser.until("document.querySelector('.schedule') !== null");
    assert!(browser.text(".schedule").contains("writes left"));
    browser.screenshot("predicted");
    browser.click(".chip[data-label='predicted']");
    browser.until(&format!("document.querySelectorAll('.row').length === {all}"));

    browser.value("document.querySelector('#package').value = 'com.acme.shop'; document.querySelector('#package').dispatchEvent(new Event('change'))");
    browser.until("document.querySelectorAll('.row').length === 3");
    browser.value("document.querySelector('#package').value = '*'; document.querySelector('#package').dispatchEvent(new Event('change'))");

    browser.click(".row:nth-child(2)");
    browser.until("document.querySelectorAll('.row')[1].getAttribute('aria-selected') === 'true'");
    let title = browser.value("document.querySelector('.row:nth-child(2) .name').title");
    let title = title.as_str().expect("a title");
    let names = browser.value("[...document.querySelectorAll('.row .name')].map((it) => it.title + ' as ' + it.innerText).join('; ')");
    let names = names.as_str().expect("names");
    assert!(
        names.contains("field com.acme.shop.Stock.left as field Stock.left"),
        "without packages: {names}"
    );
    browser.until(&format!("document.querySelector('#detail h2').innerText === {:?}", title));

    // By keyboard alone.
    browser.value("document.querySelector('#list').focus()");
    browser.key("ArrowDown", 40);
    browser.until("document.querySelectorAll('.row')[2].getAttribute('aria-selected') === 'true'");
    assert_eq!(
        browser.value("document.querySelector('#list').getAttribute('aria-activedescendant') === document.querySelectorAll('.row')[2].id"),
        true
    );
    browser.key("Enter", 13);
    browser.until("document.activeElement.id === 'detail'");
    browser.key("/", 191);
    browser.until("document.activeElement.id === 'search'");

    browser.click("#work-button");
    browser.until("!document.querySelector('#work').hidden");
    assert!(browser.text("#work").contains("removed: a common lock"));
    browser.screenshot("work");
    browser.click("#work-button");
    browser.click("#theme");
    browser.until("document.documentElement.dataset.theme === 'dark'");
    browser.screenshot("dark");
    browser.size(420, 900);
    browser.screenshot("narrow");
    assert_eq!(browser.errors, Vec::<String>::new());
}

#[test]
fn every_control_has_a_name_for_screen_readers() {
    let Some(mut browser) = started("names") else { return };
    browser.open(&written("names", &example().0));
    browser.call("Accessibility.enable", json!({}));
    let tree = browser.call("Accessibility.getFullAXTree", json!({}));
    let mut roles = std::collections::BTreeMap::new();
    for node in tree["nodes"].as_array().expect("nodes").iter().filter(|node| node["ignored"] == false) {
        let (role, name) =
            (node["role"]["value"].as_str().unwrap_or(""), node["name"]["value"].as_str().unwrap_or(""));
        if ["button", "searchbox", "combobox", "listbox", "option", "image", "heading"].contains(&role) {
            assert!(!name.is_empty(), "a {role} without a name: {node}");
            *roles.entry(role.to_owned()).or_insert(0) += 1;
        }
    }
    for role in ["button", "searchbox", "combobox", "listbox", "option", "image", "heading"] {
        assert!(roles.contains_key(role), "no {role}: {roles:?}");
    }
    assert_eq!(browser.errors, Vec::<String>::new());
}

#[test]
fn a_check_that_is_not_complete_says_why() {
    let Some(mut browser) = started("incomplete") else { return };
    browser.open(&written("incomplete", &example().0));
    assert_eq!(browser.value("document.querySelector('#problems').offsetHeight"), 0);
    let problems =
        ["the tests did not end within 84 s", "the scan failed: <b>no memory</b>"].map(str::to_owned);
    browser.open(&written("incomplete", &Findings { problems: problems.to_vec(), ..example().0 }));
    assert_eq!(browser.text("#problems"), problems.join("\n"));
    assert!(browser.text("#headline").ends_with("the check is not complete"));
    browser.screenshot("incomplete");
    assert_eq!(browser.errors, Vec::<String>::new());
}

#[test]
fn fifty_thousand_findings_can_be_searched() {
    let Some(mut browser) = started("many") else { return };
    let took = browser.open(&written("many", &many(50_000)));
    let _ = writeln!(std::io::stderr(), "50,000 findings: {took:.0} ms until the page can be used");
    assert_eq!(browser.text("#count"), "50,000 findings");
    assert!(browser.value("document.querySelectorAll('.row').length").as_u64().expect("a number") < 60);
    browser.screenshot("many");
    browser.value("document.querySelector('#list').scrollTop = 1e9");
    browser.until("document.querySelector('[aria-posinset=\"50000\"]') !== null");
    browser.click("#search");
    let began = browser.value("performance.now()").as_f64().expect("a number");
    browser.call("Input.insertText", json!({ "text": "state49999" }));
    browser.until("document.querySelectorAll('.row').length === 1");
    browser.until("document.querySelector('#detail h2').innerText.includes('state49999')");
    let took = browser.value("performance.now()").as_f64().expect("a number") - began;
    let _ = writeln!(std::io::stderr(), "50,000 findings: {took:.0} ms for a search and its finding");
    assert_eq!(browser.errors, Vec::<String>::new());
}
