#include "widgets/theme/style_sheet.h"

#include <QHash>

// Outside all namespaces, as the macro requires. The resources of a static library are not registered automatically.
static void loadResources()
{
    Q_INIT_RESOURCE(theme);
}

namespace headroom::widgets {

namespace {

// $name is replaced by a colour, $theme by "light" or "dark".
const char* const fields = R"(
QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit {
    background: $field; color: $text; border: 1px solid $fieldBorder; border-radius: 5px; padding: 3px 8px;
    selection-background-color: $accent; selection-color: $onAccent; min-height: 20px; }
QLineEdit:hover, QComboBox:hover, QAbstractSpinBox:hover { border-color: $wire; }
QLineEdit:focus, QComboBox:focus, QComboBox:on, QAbstractSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
    border-color: $accent; }
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled { color: $ghost; border-color: $border; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QLineEdit[faulty="true"], QComboBox[faulty="true"] { border-color: $bad; }
QComboBox[changed="true"] { border-color: $accent; }
QComboBox { combobox-popup: 0; }
QComboBox QLineEdit { background: transparent; border: none; padding: 0; min-height: 0; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { image: url(:/headroom/theme/chevron-down-$theme.svg); width: 12px; height: 12px; }
QAbstractItemView QLineEdit { border-radius: 0; padding: 0 4px; min-height: 0; border-color: $accent; }
QComboBox QAbstractItemView, QAbstractItemView#completions { background: $surface; color: $text; border: 1px solid $fieldBorder; padding: 4px;
    selection-background-color: $selection; selection-color: $text; outline: none; }
QComboBox QAbstractItemView::item { min-height: 24px; padding: 0 4px; }
)";

const char* const checks = R"(
QCheckBox::indicator, QGroupBox::indicator, QAbstractItemView::indicator { width: 12px; height: 12px;
    border: 1px solid $wire; border-radius: 3px; background: $field; }
QCheckBox::indicator:hover { border-color: $accent; }
QCheckBox::indicator:checked, QGroupBox::indicator:checked, QAbstractItemView::indicator:checked {
    background: $accent; border-color: $accent; image: url(:/headroom/theme/check-$theme.svg); }
QCheckBox::indicator:indeterminate, QAbstractItemView::indicator:indeterminate {
    background: $accent; border-color: $accent; image: url(:/headroom/theme/partly-$theme.svg); }
QCheckBox:focus, QRadioButton:focus { color: $accent; }
QCheckBox::indicator:disabled { border-color: $border; }
QCheckBox::indicator:checked:disabled { background: $track; }
)";

const char* const buttons = R"(
QPushButton, QToolButton { background: $surface; color: $text; border: 1px solid $fieldBorder; border-radius: 5px;
    padding: 4px 12px; min-height: 18px; }
QToolButton { padding: 4px 8px; }
QLineEdit QToolButton { background: transparent; border: none; padding: 0; min-height: 0; }
QPushButton:hover, QToolButton:hover { background: $field; border-color: $wire; }
QPushButton:pressed, QPushButton:checked, QToolButton:pressed, QToolButton:checked { background: $selection; }
QPushButton:focus, QToolButton:focus { border-color: $accent; }
QPushButton:disabled, QToolButton:disabled { color: $ghost; border-color: $border; }
QPushButton[look="primary"], QToolButton[look="primary"] { background: $accent; color: $onAccent; border-color: $accent;
    font-weight: 600; }
QPushButton[look="primary"]:hover, QToolButton[look="primary"]:hover { background: $accentHover; border-color: $accentHover; }
QPushButton[look="primary"]:focus, QToolButton[look="primary"]:focus { border: 2px solid $text; padding: 3px 11px; }
QPushButton[look="primary"]:disabled, QToolButton[look="primary"]:disabled { background: $track; border-color: $track; color: $ghost; }
QPushButton[look="flat"], QToolButton[look="flat"], QToolBar QToolButton[look="flat"] { background: transparent;
    border-color: transparent; padding: 2px 4px; min-height: 16px; }
QPushButton[look="flat"]:hover, QToolButton[look="flat"]:hover { background: $field; border-color: $fieldBorder; }
QPushButton[look="flat"]:focus, QToolButton[look="flat"]:focus, QToolBar QToolButton[look="flat"]:focus {
    border-color: $accent; }
QToolButton[look="flat"]:checked { background: $selection; border-color: $fieldBorder; }
QToolButton::menu-indicator { image: url(:/headroom/theme/chevron-down-$theme.svg); width: 12px; height: 12px;
    subcontrol-position: right center; right: 4px; }
QToolButton[popupMode="2"] { padding-right: 20px; }
QToolButton[popupMode="1"] { padding-right: 24px; }
QToolButton::menu-button { border: none; width: 20px; }
QToolButton::menu-arrow { image: url(:/headroom/theme/chevron-down-$theme.svg); width: 12px; height: 12px; }
)";

const char* const bars = R"(
QMainWindow, QDialog { background: $surface; }
QMainWindow::separator { background: $border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $accent; }
QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QMenuBar { background: $surface; color: $text; border-bottom: 1px solid $border; padding: 2px 6px; }
QMenuBar::item { background: transparent; padding: 4px 8px; border-radius: 4px; }
QMenuBar::item:selected { background: $selection; }
QMenu { background: $surface; color: $text; border: 1px solid $fieldBorder; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::icon { padding-left: 8px; }
QMenu::item:selected { background: $selection; }
QMenu::item:disabled { color: $ghost; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }
QToolBar { background: $surface; border: none; border-bottom: 1px solid $border; spacing: 8px; padding: 6px 12px; }
QToolBar::separator { width: 1px; background: $border; margin: 4px; }
QStatusBar { background: $band; color: $dimText; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $dimText; padding: 0 8px; }
QProgressBar { background: $track; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QToolTip { background: $tip; color: $text; border: 1px solid $fieldBorder; padding: 4px 6px; }
QDockWidget { color: $dimText; font-size: 8.4pt; font-weight: 600; text-transform: uppercase;
    titlebar-close-icon: url(:/headroom/theme/close-$theme.svg); titlebar-normal-icon: url(:/headroom/theme/close-$theme.svg); }
QDockWidget::title { background: $surface; padding: 10px 12px 6px 12px; text-align: left; }
QDockWidget::close-button, QDockWidget::float-button { border: none; background: transparent; padding: 0; }
QDockWidget::close-button:hover { background: $selection; border-radius: 3px; }
)";

const char* const tabs = R"(
QTabWidget::pane { border: none; border-top: 1px solid $border; background: $canvas; top: -1px; }
QTabWidget::tab-bar { left: 8px; }
QTabWidget, QTabBar { background: $band; }
QTabBar { qproperty-drawBase: 0; outline: none; }
QTabBar::tab { background: transparent; color: $dimText; border: 1px solid transparent; padding: 6px 15px 7px 15px;
    border-top-left-radius: 6px; border-top-right-radius: 6px; margin-top: 4px; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { background: $canvas; color: $text; border-color: $border; border-bottom-color: $canvas; }
QTabBar::tab:selected:focus { color: $accent; border-color: $accent; border-bottom-color: $canvas; }
QMainWindow > QTabBar { qproperty-elideMode: ElideNone; }
QMainWindow > QTabBar::tab { font-size: 8.4pt; font-weight: 600; padding: 6px 12px 7px 12px; }
QMainWindow > QTabBar::tab:selected { background: $surface; border-bottom-color: $surface; }
QTabBar::close-button { image: url(:/headroom/theme/close-$theme.svg); }
)";

const char* const views = R"(
QTreeView, QListView, QTableView, QScrollArea { background: $surface; border: none; outline: none; color: $text;
    alternate-background-color: $band; gridline-color: $border; }
QTreeView::item, QListView::item { min-height: 23px; border: none; padding-right: 4px; }
QUndoView::item { padding-left: 8px; }
/* Below the headings, which stand in by 8 pixels: a view adds 3 itself. Without the border no padding counts. */
QTableView::item { border: none; padding: 0 5px; }
QTreeView::item:hover, QListView::item:hover { background: $hover; }
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected { background: $selection; color: $text; }
QTreeView::item:selected:focus, QListView::item:selected:focus { color: $accent; }
QTreeView::branch { background: transparent; }
QTreeView::branch:selected { background: $selection; }
QTreeView::branch:has-children:closed { image: url(:/headroom/theme/chevron-right-$theme.svg); padding: 4px; }
QTreeView::branch:has-children:open { image: url(:/headroom/theme/chevron-down-$theme.svg); padding: 4px; }
QHeaderView, QHeaderView::section { background: $surface; color: $dimText; border: none; }
QHeaderView::section { border-bottom: 1px solid $border; padding: 4px 8px; font-weight: 400; }
headroom--widgets--ValueTable QHeaderView::section { padding: 4px; }
/* In the padding, where no alignment of the title brings it under the arrow. */
QHeaderView::up-arrow { image: url(:/headroom/theme/chevron-up-$theme.svg); }
QHeaderView::down-arrow { image: url(:/headroom/theme/chevron-down-$theme.svg); }
QHeaderView::up-arrow, QHeaderView::down-arrow { width: 8px; height: 8px; subcontrol-origin: border;
    subcontrol-position: center right; }
QTableCornerButton::section { background: $surface; border: none; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: $fieldBorder; border-radius: 3px; margin: 2px; }
QScrollBar::handle:hover { background: $wire; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

const char* const roles = R"(
QLabel[look="heading"] { color: $dimText; font-size: 8.3pt; font-weight: 600; letter-spacing: 0.5px; }
QLabel[look="label"] { color: $dimText; font-size: 8.6pt; }
QLabel[look="changed"] { color: $accent; font-size: 8.6pt; }
QLabel[look="dim"] { color: $dimText; font-size: 8.6pt; }
QLabel[look="small"] { color: $text; font-size: 8.6pt; }
QLabel[look="error"] { color: $bad; font-size: 8.6pt; }
QLabel[look="missing"] { color: $accent; font-size: 8.6pt; }
QLabel[look="warning"] { color: $warning; font-size: 8.6pt; }
QLabel[look="strong"] { color: $text; font-weight: 600; }
#quickAdd { border: 1px solid $fieldBorder; }
QFrame[notice="true"] { background: $selection; border: none; border-top: 1px solid $border; }
QFrame[notice="true"] QLabel { background: transparent; }
QLabel[look="note"] { background: $selection; color: $text; border-radius: 5px; padding: 8px 10px; font-size: 9.2pt; }
QLabel[look="alarm"] { background: $alarm; color: $bad; border: 1px solid $bad; border-radius: 5px; padding: 7px 9px;
    font-size: 9.2pt; font-weight: 600; }
)";

QColor blended(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](int x, int y) { return static_cast<int>(x + share * (y - x)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

QHash<QString, QString> words(const Colours& c)
{
    const auto word = [](const QColor& colour) { return colour.name(); };
    return {{"surface", word(c.surface)},
            {"band", word(c.band)},
            {"canvas", word(c.canvas)},
            {"border", word(c.border)},
            {"field", word(c.field)},
            {"fieldBorder", word(c.fieldBorder)},
            {"text", word(c.text)},
            {"dimText", word(c.dimText)},
            {"accent", word(c.accent)},
            {"accentHover", word(blended(c.accent, c.text, 0.12))},
            {"onAccent", word(c.onAccent)},
            {"selection", word(c.selection)},
            {"hover", word(blended(c.surface, c.selection, 0.5))},
            {"track", word(c.track)},
            {"ghost", word(c.ghost)},
            {"wire", word(c.wire)},
            {"bad", word(c.bad)},
            {"alarm", word(blended(c.surface, c.bad, 0.06))},
            {"warning", word(c.warning)},
            {"tip", word(c.dark ? c.band : c.surface)},
            {"theme", c.dark ? "dark" : "light"}};
}

} // namespace

QString styleSheet(const Colours& colours)
{
    loadResources();
    const auto values = words(colours);
    const QString source = QString::fromLatin1(fields) + checks + buttons + bars + tabs + views + roles;
    QString sheet;
    for (qsizetype i = 0; i < source.size();) {
        if (source[i] != '$') {
            sheet += source[i++];
            continue;
        }
        qsizetype end = i + 1;
        while (end < source.size() && source[end].isLetter())
            ++end;
        sheet += values.value(source.mid(i + 1, end - i - 1));
        i = end;
    }
    return sheet;
}

} // namespace headroom::widgets
