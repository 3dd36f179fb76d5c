//! Plots with captions, laid out in rows that use the width of the page.

use maud::{Markup, html};

use super::svg::Frame;

/// A plot with its caption. Its marks are drawn in a frame, whose width depends on the place of the plot.
pub(super) struct Chart<'a> {
    /// The title and the description are the text alternative.
    pub(super) title: String,
    pub(super) description: String,
    pub(super) frame: Frame,
    pub(super) marks: Box<dyn Fn(&Frame) -> Markup + 'a>,
    pub(super) caption: Markup,
}

impl Chart<'_> {
    fn markup(&self) -> Markup {
        html! { figure { (self.plot(&self.frame, "plot")) figcaption { (self.caption) } } }
    }

    /// The chart across the page, with a second drawing for narrow screens.
    fn across(&self) -> Markup {
        html! {
            figure.across {
                (self.plot(&self.frame.wide(), "plot wide"))
                svg.plot.narrow viewBox=(self.frame.view_box()) aria-hidden="true" { (self.drawing(&self.frame)) }
                figcaption { (self.caption) }
            }
        }
    }

    fn plot(&self, frame: &Frame, class: &str) -> Markup {
        html! {
            svg class=(class) viewBox=(frame.view_box()) role="img"
                aria-label=(format!("{}. {}", self.title, self.description)) {
                title { (self.title) }
                desc { (self.description) }
                (self.drawing(frame))
            }
        }
    }

    fn drawing(&self, frame: &Frame) -> Markup {
        html! { (frame.axes()) ((self.marks)(frame)) }
    }
}

/// Charts in rows of two. One without a neighbour has the row to itself.
pub(super) fn charts(charts: &[Chart<'_>]) -> Markup {
    html! {
        @for row in charts.chunks(2) {
            @if let [single] = row { (single.across()) } @else { div.plots { @for chart in row { (chart.markup()) } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::svg::{Axis, n};
    use super::*;

    #[test]
    fn a_chart_without_a_neighbour_is_drawn_across_the_page_and_for_a_phone() {
        let chart = || Chart {
            title: "Title".to_owned(),
            description: "Description".to_owned(),
            frame: Frame::new(Axis::linear(0.0, 1.0), Axis::linear(0.0, 1.0)),
            marks: Box::new(|frame| html! { circle cx=(n(frame.x(1.0))) {} }),
            caption: html! { "Caption" },
        };
        let page = charts(&[chart(), chart(), chart()]).into_string();
        let count = |text: &str| page.matches(text).count();
        assert_eq!((count("viewBox=\"0 0 480 280\""), count("viewBox=\"0 0 1000 280\"")), (3, 1), "{page}");
        assert_eq!((count("aria-label=\"Title. Description\""), count("Caption")), (3, 3), "{page}");
        assert_eq!((count("circle cx=\"464\""), count("circle cx=\"984\"")), (3, 1), "{page}");
    }
}
