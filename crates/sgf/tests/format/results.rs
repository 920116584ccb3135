//! Results in the words of people.

use tengen_sgf::go::RecordedResult;

fn read(text: &str) -> Option<String> {
    text.parse::<RecordedResult>().ok().map(|result| result.to_string())
}

#[track_caller]
fn mean(results: &[(&str, &str)]) {
    for (text, result) in results {
        assert_eq!(read(text).as_deref(), Some(*result), "{text}");
    }
}

#[test]
fn words_of_the_player_who_is_named() {
    mean(&[
        ("黑中盘胜", "B+R"),
        ("白中盤勝", "W+R"),
        ("黒中押し勝ち", "B+R"),
        ("白番中押し勝ち", "W+R"),
        ("흑 불계승", "B+R"),
        ("백불계승", "W+R"),
        ("흑 불계패", "W+R"),
        ("黑认输", "W+R"),
        ("白投了", "B+R"),
        ("白胜43.5目", "W+43.5"),
        ("黑胜1又3/4子", "B+3.5"),
        ("黑胜2子", "B+4"),
        ("黒3目半勝ち", "B+3.5"),
        ("白 半目勝", "W+0.5"),
        ("흑 3집반 승", "B+3.5"),
        ("黑三目半胜", "B+3.5"),
        ("黑胜", "B+"),
        ("백승", "W+"),
        ("黑超时负", "W+T"),
        ("白超時勝", "W+T"),
        ("黒時間切れ負け", "W+T"),
        ("백 시간승", "W+T"),
        ("黒反則負け", "W+F"),
        ("흑 기권승", "B+F"),
        ("Black wins by resignation", "B+R"),
        ("Black wins by resignation.", "B+R"),
        ("White wins by 3.5 points", "W+3.5"),
        ("White won by 12", "W+12"),
        ("Black wins on time", "B+T"),
        ("Black loses on time", "W+T"),
        ("White wins by forfeit", "W+F"),
        ("White resigns", "B+R"),
        ("Black wins", "B+"),
    ]);
}

#[test]
fn words_of_both_players() {
    mean(&[
        ("White resigned, Black wins", "B+R"),
        ("Black resigns, White wins", "W+R"),
        ("Black wins, White resigned", "B+R"),
        ("白投了、黒勝ち", "B+R"),
        ("白认输，黑胜", "B+R"),
        ("黑胜（白认输）", "B+R"),
        ("白超时，黑胜", "B+T"),
        ("黒時間切れ 白勝ち", "W+T"),
        ("黒時間切れで白の勝ち", "W+T"),
        ("흑 시간패 백승", "W+T"),
        ("黑负，白胜3.5目", "W+3.5"),
        ("黑负白胜", "W+"),
        ("黑击败白中盘", "B+R"),
        ("黑胜白3.5目", "B+3.5"),
        ("黑负白3.5目", "W+3.5"),
        ("White beat Black by 2.5 points", "W+2.5"),
        ("Black defeated White by resignation", "B+R"),
        ("White lost to Black on time", "B+T"),
    ]);
}

#[test]
fn short_forms_and_games_that_nobody_won() {
    mean(&[
        ("Black+", "B+"),
        ("黑+R", "B+R"),
        ("黑+3.5", "B+3.5"),
        ("Black+3.5", "B+3.5"),
        ("White+Resign", "W+R"),
        ("白＋时间", "W+T"),
        ("White by 3.5", "W+3.5"),
        ("black by resignation", "B+R"),
        ("White wins by 1 stone", "W+2"),
        ("Black wins by half a point", "B+0.5"),
        ("黑方弃权", "W+F"),
        ("Black forfeits", "W+F"),
        ("Black disqualified", "W+F"),
        ("Black ran out of time", "W+T"),
        ("黒時間切れ", "W+T"),
        ("黒切れ負け勝ち", "B+T"),
        ("和棋", "0"),
        ("和局", "0"),
        ("持ち碁", "0"),
        ("비김", "0"),
        ("打掛", "?"),
        ("ジゴ", "0"),
        ("무승부", "0"),
        ("無勝負", "Void"),
        ("No result", "Void"),
        ("不明", "?"),
    ]);
}

#[test]
fn words_that_say_nothing_or_do_not_agree() {
    for text in [
        "",
        "黑",
        "Black",
        "Black played well",
        "黑胜很多",
        "Black wins by a lot",
        "the winner is white",
        "Black+much",
        "Black+lost",
        // The players' words don't agree, or nobody knows whose they are.
        "Black wins, White wins",
        "Black resigns, White resigns",
        "黑胜，白胜",
        "黑负白认输",
        "Black wins by 3.5, White resigned",
        "Black won and lost",
        "黑中盘",
        "Black and White",
        "Black resigns, White wins against Black",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

/// Whoever is said to win has not lost, whatever else is said and in whatever order.
#[test]
fn two_clauses_are_one_result() {
    let colors = [("Black", "White", "B"), ("White", "Black", "W"), ("黑", "白", "B"), ("白", "黑", "W")];
    for (winner, loser, letter) in colors {
        for (won, lost) in
            [("wins", "resigns"), ("胜", "认输"), ("勝ち", "投了"), ("win by resignation", "lost")]
        {
            for text in [format!("{winner} {won}, {loser} {lost}"), format!("{loser} {lost}, {winner} {won}")]
            {
                assert_eq!(read(&text), Some(format!("{letter}+R")), "{text}");
            }
        }
    }
}
